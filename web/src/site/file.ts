/** Files of the page itself, such as numbers that Python computed for it. */

/** Fetch a file; one that is not there is an error, too. */
export async function fetchFile(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
}

export const fetchJson = async <Content>(address: string): Promise<Content> =>
  (await (await fetchFile(address)).json()) as Content;

/** Load something once. After a failure, the next call tries again. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
