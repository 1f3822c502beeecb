/**
 * Reads a certificate and checks every step of it, written only from
 * docs/reference/certificate-format.md. It makes the lines of the game itself, and trusts nothing
 * in the file.
 */

import { ATTACKER, complete, DEFENDER, EMPTY, type Board, type Contest } from "./board.ts";
import { ByRule } from "./byrule.ts";
import { otherMark, readable, unreadable, wrong } from "./claims.ts";
import type { Claim, Line, Mark, Proof, Statement } from "./claims.ts";
import { EveryMove } from "./everymove.ts";
import { checkDigest, NoCertificate, readLines } from "./file.ts";
import { keepsLines, readGame, type Game } from "./game.ts";
import { readCells } from "./words.ts";

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
function* readCertificate(): Generator<undefined, Proof, Line | null> {
  const version = yield* line();
  if (!/^noughts certificate [23]$/.test(version.text)) throw unreadable(version);
  const rules = yield* line();
  const game = rules.text.startsWith("rules ") ? readGame(rules.text.slice(6)) : null;
  if (!game) throw unreadable(rules);
  const third = yield* line();
  const position = third.text.replace("position ", "");
  const stones = third.text.startsWith("position ") ? readStones(game, position) : null;
  if (!stones) throw unreadable(third);
  const { blocks } = game;
  const symmetries: number[][] = [];
  const statements: Statement[] = [];
  // Claims are distinguished by the attacker's result, whether the attacker is X or O.
  const contest = contestOf(game, blocks, "X");
  const Kind = game.everyMove ? EveryMove : ByRule;
  const [holding, winning] = [false, true].map((wins) => new Kind(contest, symmetries, wins));
  let count = 0;
  for (let next = yield; next; next = yield) {
    const [kind] = next.text.split(" ", 1);
    if (kind === "h" || kind === "w") {
      (kind === "w" ? winning! : holding!).claim(next);
      count += 1;
    } else if (kind === "symmetry") {
      symmetries.push(readSymmetry(game, next));
    } else {
      const found = STATEMENT.exec(next.text);
      if (!found) throw unreadable(next);
      const [, attacker, does, stolen, root = ""] = found as unknown as [string, Mark, ...string[]];
      const wins = does === "wins";
      const checker = wins ? winning! : holding!;
      if (blocks && attacker === "O") throw wrong(next, "who only blocks does not win");
      const usual = !game.everyMove && !wins && stones.every((mark) => mark === null);
      if (stolen && !(usual && attacker === "O")) throw wrong(next, "no strategy can be stolen");
      if (!stolen) checker.root(next, root, startOf(stones, attacker), turnOf(stones) === attacker);
      const claims = stolen ? new Map<string, Claim>() : checker.known;
      statements.push({ attacker, wins, stolen: Boolean(stolen), root, claims, count });
      count = 0;
    }
  }
  if (statements.length === 0) throw new NoCertificate("it states nothing");
  return { game, position, blocks, symmetries, statements };
}

/** One of the required lines. */
function* line(): Generator<undefined, Line, Line | null> {
  const next = yield;
  if (!next) throw new NoCertificate("it is cut off");
  return next;
}

/** The game between two sides, one of which is the attacker. */
export function contestOf(game: Game, blocks: boolean, attacker: Mark): Contest {
  const lines = { X: game.lines, O: blocks ? [] : game.lines };
  return { game, lines: { [ATTACKER]: lines[attacker], [DEFENDER]: lines[otherMark(attacker)] } };
}

const turnOf = (stones: readonly (Mark | null)[]): Mark =>
  stones.filter((mark) => mark !== null).length % 2 === 0 ? "X" : "O";

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
  const contest = contestOf(game, false, "X");
  const board = startOf(stones, "X");
  const over = complete(contest, board, ATTACKER) || complete(contest, board, DEFENDER);
  return (ahead === 0 || ahead === 1) && !over ? stones : null;
}

function readSymmetry(game: Game, line: Line): number[] {
  const to = readable(line, () => readCells(line.text.slice("symmetry ".length)));
  const all = new Set(to.filter((cell) => cell < game.cells));
  if (to.length !== game.cells || all.size < to.length)
    throw wrong(line, "it is not a renaming of the cells");
  if (!keepsLines(game, to)) throw wrong(line, "it does not map the lines to the lines");
  return to;
}
