/** A certificate's bytes: the gzip header with the digest, and the compressed lines. */

/** Why a file is refused: a reason in English, as the other checkers give it, and where. */
export class Refusal extends Error {
  /** The line of the file that fails, and its text. */
  declare line?: number;
  declare text?: string;
}

/** The file is not a certificate; without a reason, it cannot be read. */
export class NoCertificate extends Refusal {}

/** A certificate that does not prove its statements. */
export class DoesNotHold extends Refusal {}

const HEADER = "\x1f\x8b\x08\x10\0\0\0\0\x02\xff";
const START = HEADER.length + 64 + 1;
/** Lines are shorter than this: no file makes anyone keep more than this of it at a time. */
const LONGEST = 65_536;
/** How much is decompressed at a time: a thousand times this must fit into memory. */
const PIECE = 4096;

/** The digest of a file, null if the browser has none; reject a wrong one, or another header. */
export async function checkDigest(file: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const head = String.fromCharCode(...file.subarray(0, START));
  const digest = head.slice(HEADER.length, -1);
  if (head !== `${HEADER}${digest}\0` || !/^[0-9a-f]{64}$/.test(digest)) {
    throw new NoCertificate("it does not begin like a certificate");
  }
  // Browsers only compute digests on https or on this machine.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const sum = new Uint8Array(await subtle.digest("SHA-256", file.subarray(START)));
  const found = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== digest) throw new NoCertificate("its digest is wrong: the file is damaged");
  return digest;
}

/** The lines, several at a time, and how much of the file is read. */
export async function* readLines(
  file: Uint8Array<ArrayBuffer>,
): AsyncGenerator<{ lines: string[]; read: number }> {
  let [read, length, rest] = [0, 0, ""];
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (read < file.length) controller.enqueue(file.slice(read, (read += PIECE)));
      else controller.close();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("latin1");
  try {
    for (;;) {
      const { done, value } = await unpacked.read().catch(() => {
        throw new NoCertificate();
      });
      if (done) break;
      length += value.length;
      const lines = (rest + decoder.decode(value)).split("\n");
      if (lines.some((line) => line.length >= LONGEST)) {
        throw new NoCertificate("a line is too long");
      }
      rest = lines.pop()!;
      yield { lines, read: Math.min(read, file.length) };
    }
  } finally {
    unpacked.cancel().catch(() => {});
  }
  // Two members in one file: some platforms would read both.
  const said = new DataView(file.buffer, file.byteOffset).getUint32(file.length - 4, true);
  if (said !== length % 2 ** 32 || rest) throw new NoCertificate("it does not end where it should");
}
