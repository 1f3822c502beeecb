/** A certificate's bytes: the gzip header with the digest, and the compressed lines. */

/** The file is not a certificate, or cannot be read. */
export class NoCertificate extends Error {}

/** A certificate that does not prove its statements. */
export class DoesNotHold extends Error {
  constructor(
    why: string,
    /** The line of the file that fails. */
    readonly line: number,
  ) {
    super(why);
  }
}

const HEADER = [0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 2, 0xff];
const DIGEST = 64;
const START = HEADER.length + DIGEST + 1;
/** Lines are shorter than this: no file makes anyone keep more than this of it at a time. */
const LONGEST = 65_536;
/** How much is decompressed at a time: a thousand times this must fit into memory. */
const PIECE = 4096;

/** The digest of a file, null if the browser has none; reject a wrong one, or another header. */
export async function checkDigest(file: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const comment = String.fromCharCode(...file.subarray(HEADER.length, START - 1));
  if (
    HEADER.some((byte, at) => file[at] !== byte) ||
    !/^[0-9a-f]{64}$/.test(comment) ||
    file[START - 1] !== 0
  ) {
    throw new NoCertificate("it does not begin like a certificate");
  }
  // Browsers only compute digests on https or on this machine.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const sum = await subtle.digest("SHA-256", file.subarray(START));
  const found = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0"));
  if (found.join("") !== comment) throw new NoCertificate("its digest is not that of its content");
  return comment;
}

/** The lines, several at a time, and how much of the file is read. */
export async function* readLines(
  file: Uint8Array<ArrayBuffer>,
): AsyncGenerator<{ lines: string[]; read: number }> {
  let read = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (read < file.length) controller.enqueue(file.slice(read, (read += PIECE)));
      else controller.close();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("latin1");
  let rest = "";
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await unpacked.read().catch(() => {
        throw new NoCertificate("it cannot be decompressed");
      });
      if (done) break;
      length += value.length;
      const lines = (rest + decoder.decode(value)).split("\n");
      rest = lines.pop()!;
      if (rest.length >= LONGEST || lines.some((line) => line.length >= LONGEST)) {
        throw new NoCertificate("a line is too long");
      }
      yield { lines, read: Math.min(read, file.length) };
    }
  } finally {
    unpacked.cancel().catch(() => {});
  }
  // Two members in one file: some platforms would read both.
  const said = new DataView(file.buffer, file.byteOffset).getUint32(file.length - 4, true);
  if (said !== length % 2 ** 32) throw new NoCertificate("something follows the compressed data");
  if (rest) throw new NoCertificate("its last line does not end");
}
