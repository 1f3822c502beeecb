/**
 * Reads a certificate and checks every step of it, written only from
 * docs/reference/certificate-format.md. It makes the lines of the game itself, and trusts nothing
 * in the file.
 */

import { ATTACKER, Contest, DEFENDER, EMPTY, type Board } from "./board.ts";
import { Claims, holds } from "./claims.ts";
import { checkDigest, NoCertificate, readLines, Refusal } from "./file.ts";
import { keepsLines, readable, readCells, readGame, type Game, type Mark } from "./game.ts";

/** The content of each cell of the position. */
type Stones = readonly (Mark | null)[];

/** A statement that has been checked. */
export interface Statement {
  readonly attacker: Mark;
  /** Whether the attacker wins, or does not. */
  readonly wins: boolean;
  /** Whether strategy stealing proves it, which does not say how to play. */
  readonly stolen: boolean;
  readonly root: string;
  /** The claims of its kind by their boards: `Claim`, or `FallingClaim` under gravity. */
  readonly claims: ReadonlyMap<string, unknown>;
  /** How many claims come before it since the last statement. */
  readonly count: number;
}

/** What a certificate has proved. */
export interface Proof {
  readonly game: Game;
  readonly stones: Stones;
  /** By their numbers; number 0 moves nothing. */
  readonly symmetries: readonly (readonly number[])[];
  readonly statements: readonly Statement[];
}

export interface Checked {
  readonly proof: Proof;
  /** Null if the browser computes no digests: outside of https and this machine. */
  readonly digest: string | null;
  readonly bytes: number;
}

/** Check a whole file; report the progress, from 0 to 1. */
export async function check(
  file: Uint8Array<ArrayBuffer>,
  progress: (done: number) => void = () => {},
): Promise<Checked> {
  const digest = await checkDigest(file);
  let reader: ReturnType<typeof readCertificate> | null = null;
  let number = 0;
  for await (const { lines, read } of readLines(file)) {
    for (const text of lines) {
      number += 1;
      if (!reader) {
        const falls = text === "noughts certificate 4";
        reader = readCertificate(falls ? await import("./falling.ts") : null);
        reader.next();
      }
      try {
        reader.next(text);
      } catch (error) {
        if (error instanceof Refusal) Object.assign(error, { line: number, text });
        throw error;
      }
    }
    progress(read / file.length);
  }
  if (!reader) throw new NoCertificate();
  const proof = reader.next(null).value as Proof;
  return { proof, digest, bytes: file.length };
}

const STATEMENT = /^([XO]) (wins|does not win)(?:( by strategy stealing)|: ([^ ]+))$/;

/** Checks a certificate's lines one by one, and then its end. */
function* readCertificate(
  falling: typeof import("./falling.ts") | null,
): Generator<undefined, Proof, string | null> {
  field(yield, /^noughts certificate ([234])$/);
  const rules = field(yield, falling ? /^rules (\d+,\d+,\d+) gravity$/ : /^rules (.*)$/);
  const game = { ...readGame(rules), ...falling?.gravity(rules) };
  const stones = readStones(game, field(yield, /^position (.*)$/));
  readable(!falling?.floats(startOf(stones, "X"), game));
  const symmetries = [Array.from({ length: game.cells }, (_, cell) => cell)];
  const statements: Statement[] = [];
  // Claims are distinguished by the attacker's result, whether the attacker is X or O.
  const { FallingClaims: Kind = Claims } = falling ?? {};
  const holding = new Kind(game, symmetries, false);
  const winning = new Kind(game, symmetries, true);
  let [line, count] = [3, 0];
  for (let text = yield; text !== null; text = yield) {
    line += 1;
    if (/^[hw] /.test(text)) {
      (text.startsWith("w") ? winning : holding).add(text, line);
      count += 1;
    } else if (text.startsWith("symmetry ")) {
      symmetries.push(readSymmetry(game, text.slice("symmetry ".length)));
    } else {
      const found = STATEMENT.exec(text);
      readable(found);
      const [, attacker, does, by, root = ""] = found as unknown as [string, Mark, ...string[]];
      const [wins, stolen] = [does === "wins", by !== undefined];
      const kept = wins ? winning : holding;
      holds(!game.blocks || attacker === "X", "a side that only blocks does not win");
      const usual = !(game.everyMove || falling || wins) && attacker === "O";
      holds(!stolen || (usual && !stones.some(Boolean)), "no strategy can be stolen here");
      const turn = stones.filter(Boolean).length % 2 === 0 ? "X" : "O";
      const passes = (turn === attacker) !== wins;
      holds(
        stolen || passes === root.startsWith("-"),
        "it begins with a move too many, or too few",
      );
      if (!stolen) kept.root(root, startOf(stones, attacker));
      const claims = stolen ? new Map() : kept.known;
      statements.push({ attacker, wins, stolen, root, claims, count });
      count = 0;
    }
  }
  if (statements.length === 0) throw new NoCertificate("it states nothing");
  return { game, stones, symmetries, statements };
}

/** The content of one of the first lines. */
function field(text: string | null, form: RegExp): string {
  const found = form.exec(text ?? "");
  readable(found);
  return found[1]!;
}

export const startOf = (stones: Stones, attacker: Mark): Board =>
  Uint8Array.from(stones, (mark) =>
    mark === null ? EMPTY : mark === attacker ? ATTACKER : DEFENDER,
  );

/** The stones of a possible, unfinished position. */
function readStones(game: Game, text: string): Stones {
  readable(/^[XO./]*\.[XO./]*$/.test(text));
  const signs = text.replaceAll("/", "");
  const stones = Array.from(signs, (sign) => (sign === "." ? null : (sign as Mark)));
  const ahead = signs.replace(/[^X]/g, "").length - signs.replace(/[^O]/g, "").length;
  readable(stones.length === game.cells && (ahead === 0 || ahead === 1));
  const contest = new Contest({ ...game, blocks: false }, "X", true);
  const board = startOf(stones, "X");
  readable(!contest.complete(board, ATTACKER) && !contest.complete(board, DEFENDER));
  return stones;
}

function readSymmetry(game: Game, word: string): number[] {
  const to = readCells(word);
  const all = new Set(to.filter((cell) => cell < game.cells));
  holds(to.length === game.cells && all.size === to.length, "not a renaming");
  holds(keepsLines(game, to), "it moves lines");
  const [width] = game.shape as [number];
  const upright = (cell: number, at: number) =>
    at + width >= to.length || to[at + width] === cell + width;
  holds(!game.gravity || to.every(upright), "it turns columns");
  return to;
}
