/** Ways out of the page: files, the clipboard, and the system's share sheet. */

/** Save something as a file on the reader's device. */
export function save(content: string | Blob, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Copy a text and return true; if the browser does not allow it, show the text to copy by hand. */
export async function copyText(text: string, ask: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt(ask, text);
    return false;
  }
}

/** Offer something to other programs, with its files if they take them; false if that fails. */
export async function offer({ files, ...words }: ShareData): Promise<boolean> {
  const all = { ...words, ...(files && { files }) };
  try {
    await navigator.share(files && navigator.canShare(all) ? all : words);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
