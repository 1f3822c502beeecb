/**
 * Reads a certificate and checks every step of it, written only from
 * docs/reference/certificate-format.md. It makes the lines of the game itself, and trusts nothing
 * in the file.
 */

import { ATTACKER, Contest, DEFENDER, EMPTY, type Board } from "./board.ts";
import { Claims, readable, readCells, unreadable, wrong, type Claim, type Row } from "./claims.ts";
import { checkDigest, NoCertificate, readLines } from "./file.ts";
import { keepsLines, readGame, type Game, type Mark } from "./game.ts";

/** A statement that has been checked. */
export interface Statement {
  readonly attacker: Mark;
  /** Whether the attacker wins, or does not. */
  readonly wins: boolean;
  /** Whether strategy stealing proves it, which does not say how to play. */
  readonly stolen: boolean;
  readonly root: string;
  /** The claims of its kind, and how many come before it since the last statement. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly count: number;
}

/** What a certificate has proved. */
export interface Proof {
  readonly game: Game;
  /** The stones, in the file's form. */
  readonly position: string;
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
  const reader = readCertificate();
  reader.next();
  let number = 0;
  for await (const { lines, read } of readLines(file)) {
    for (const text of lines) reader.next({ text, number: (number += 1) });
    progress(read / file.length);
  }
  const proof = reader.next(null).value as Proof;
  return { proof, digest, bytes: file.length };
}

const STATEMENT = /^([XO]) (wins|does not win)(?:( by strategy stealing)|: ([^ ]+))$/;

/** Checks a certificate's lines one by one, and then its end. */
function* readCertificate(): Generator<undefined, Proof, Row | null> {
  yield* header(/^noughts certificate [23]$/, Boolean);
  const game = yield* header(/^rules (.*)$/, readGame);
  let position = "";
  const stones = yield* header(/^position (.*)$/, (text) => readStones(game, (position = text)));
  const symmetries: number[][] = [];
  const statements: Statement[] = [];
  // Claims are distinguished by the attacker's result, whether the attacker is X or O.
  const contest = new Contest(game, "X");
  const [holding, winning] = [false, true].map((wins) => new Claims(contest, symmetries, wins));
  let count = 0;
  for (let next = yield; next; next = yield) {
    const [kind] = next.text.split(" ", 1);
    if (kind === "h" || kind === "w") {
      (kind === "w" ? winning! : holding!).add(next);
      count += 1;
    } else if (kind === "symmetry") {
      symmetries.push(readSymmetry(game, next));
    } else {
      const found = STATEMENT.exec(next.text);
      if (!found) throw unreadable(next);
      const [, attacker, does, stolen, root = ""] = found as unknown as [string, Mark, ...string[]];
      const wins = does === "wins";
      const kept = wins ? winning! : holding!;
      if (game.blocks && attacker === "O") throw wrong(next, "who only blocks does not win");
      const usual = !game.everyMove && !wins && stones.every((mark) => mark === null);
      if (stolen && !(usual && attacker === "O")) throw wrong(next, "no strategy can be stolen");
      const turn = stones.filter(Boolean).length % 2 === 0 ? "X" : "O";
      if (!stolen) kept.root(next, root, startOf(stones, attacker), turn === attacker);
      const claims = stolen ? new Map<string, Claim>() : kept.known;
      statements.push({ attacker, wins, stolen: Boolean(stolen), root, claims, count });
      count = 0;
    }
  }
  if (statements.length === 0) throw new NoCertificate("it states nothing");
  return { game, position, symmetries, statements };
}

/** The content of one of the required lines. */
function* header<Content>(
  form: RegExp,
  read: (text: string) => Content | null | false,
): Generator<undefined, Content, Row | null> {
  const next = yield;
  if (!next) throw new NoCertificate("it is cut off");
  const found = form.exec(next.text);
  const content = found && read(found[1] ?? next.text);
  if (!content) throw unreadable(next);
  return content;
}

export const startOf = (stones: readonly (Mark | null)[], attacker: Mark): Board =>
  Uint8Array.from(stones, (mark) =>
    mark === null ? EMPTY : mark === attacker ? ATTACKER : DEFENDER,
  );

/** The stones of a possible, unfinished position; null if it is not one. */
export function readStones(game: Game, text: string): (Mark | null)[] | null {
  const stones = Array.from(text.replaceAll("/", ""), (sign) =>
    sign === "X" || sign === "O" ? sign : null,
  );
  if (stones.length !== game.cells || !/^[XO./]*$/.test(text) || !stones.includes(null))
    return null;
  const count = (mark: Mark) => stones.filter((each) => each === mark).length;
  const ahead = count("X") - count("O");
  const contest = new Contest({ ...game, blocks: false }, "X");
  const board = startOf(stones, "X");
  const over = contest.complete(board, ATTACKER) || contest.complete(board, DEFENDER);
  return (ahead === 0 || ahead === 1) && !over ? stones : null;
}

function readSymmetry(game: Game, row: Row): number[] {
  const to = readable(row, () => readCells(row.text.slice("symmetry ".length)));
  const all = new Set(to.filter((cell) => cell < game.cells));
  if (to.length !== game.cells || all.size < to.length)
    throw wrong(row, "it is not a renaming of the cells");
  if (!keepsLines(game, to)) throw wrong(row, "it does not map the lines to the lines");
  return to;
}
