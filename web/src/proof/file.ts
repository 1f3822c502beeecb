/** A certificate's bytes: the gzip header with the digest, and the compressed lines. */

/** Why a file is refused: a reason in English, as the other checkers give it, and where. */
export class Refusal extends Error {
  /** The line of the file that fails, and its text. */
  declare line?: number;
  declare text?: string;

  constructor(
    /** Whether it is wrong, no certificate, or one by threats, which is checked elsewhere. */
    readonly failed: "wrong" | "none" | "threats",
    why: string,
  ) {
    super(why);
  }
}

/** Refuse what is not a certificate; without a reason, it cannot be read. */
export function readable(fact: unknown, why = ""): asserts fact {
  if (!fact) throw new Refusal("none", why);
}

/** Refuse what does not follow. */
export function holds(fact: unknown, why: string): asserts fact {
  if (!fact) throw new Refusal("wrong", why);
}

const HEADER = "\x1f\x8b\x08\x10\0\0\0\0\x02\xff";
const START = HEADER.length + 64 + 1;
/** Lines are shorter than this: no file makes anyone keep more than this of it at a time. */
const LONGEST = 65_536;
/** How much is decompressed at a time: a thousand times this must fit into memory. */
const PIECE = 4096;

/** The digest of a file, null if the browser has none; reject a wrong one, or another header. */
export async function checkDigest(file: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const head = String.fromCharCode(...file.subarray(0, START));
  readable(head.startsWith(HEADER), "it does not begin like a certificate");
  const said = head.slice(HEADER.length);
  readable(/^[0-9a-f]{64}\0$/.test(said), "its digest is wrong: the file is damaged");
  // Browsers only compute digests on https or on this machine.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const sum = new Uint8Array(await subtle.digest("SHA-256", file.subarray(START)));
  const digest = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  readable(said === `${digest}\0`, "its digest is wrong: the file is damaged");
  return digest;
}

/** The lines of the text; report the part of the file that is read, from 0 to 1. */
export async function* readLines(
  file: Uint8Array<ArrayBuffer>,
  progress: (done: number) => void,
): AsyncGenerator<string, undefined> {
  let [read, length, rest] = [0, 0, ""];
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (read < file.length) controller.enqueue(file.slice(read, (read += PIECE)));
      else controller.close();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("latin1");
  for (;;) {
    const piece = await unpacked.read().catch(() => null);
    readable(piece, "it does not end where it should");
    if (piece.done) break;
    length += piece.value.length;
    const lines = (rest + decoder.decode(piece.value)).split("\n");
    readable(!lines.some((line) => line.length >= LONGEST), "a line is too long");
    rest = lines.pop()!;
    yield* lines;
    progress(Math.min(read / file.length, 1));
  }
  // Two members in one file: some platforms would read both.
  const said = new DataView(file.buffer, file.byteOffset).getUint32(file.length - 4, true);
  readable(said === length % 2 ** 32 && !rest, "it does not end where it should");
}
