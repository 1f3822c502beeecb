/**
 * Reads a certificate and checks every step of it, written from docs/certificates.md alone: the
 * lines of the game are made here, and nothing in the file is believed.
 */

import { ATTACKER, complete, DEFENDER, EMPTY, type Board, type Contest } from "./board";
import { ByRule } from "./byrule";
import { otherMark, readable, unreadable, wrong } from "./claims";
import type { Claim, Line, Mark, Proof, Statement } from "./claims";
import { EveryMove } from "./everymove";
import { checkDigest, NoCertificate, readLines } from "./file";
import { keepsLines, readGame, type Game } from "./game";
import { readCells } from "./words";

export interface Checked {
  readonly proof: Proof;
  /** Null where the browser computes no digests: outside of https and this machine. */
  readonly digest: string | null;
  readonly bytes: number;
}

/** Check a whole file; say how much of it is done, from 0 to 1. */
export async function check(
  file: Uint8Array<ArrayBuffer>,
  progress: (done: number) => void = () => {},
): Promise<Checked> {
  const digest = await checkDigest(file);
  const reader = readCertificate();
  reader.next();
  let number = 0;
  let proof: Proof | null = null;
  for await (const { lines, read } of readLines(file)) {
    for (const text of lines) {
      if (proof) throw new NoCertificate("something stands after its end");
      const step = reader.next({ text, number: (number += 1) });
      if (step.done) proof = step.value;
    }
    progress(read / file.length);
  }
  if (!proof) throw new NoCertificate("it ends before its end");
  return { proof, digest, bytes: file.length };
}

const STATEMENT = /^([XO]) (wins|does not win)$/;
const STOLEN = " does not win by strategy stealing";

/** Takes a certificate's lines, one by one. */
function* readCertificate(): Generator<undefined, Proof, Line> {
  let next = yield;
  if (next.text !== "noughts certificate 1") throw unreadable(next);
  next = yield;
  const game = next.text.startsWith("rules ") ? readGame(next.text.slice(6)) : null;
  if (!game) throw unreadable(next);
  next = yield;
  const position = next.text.replace("position ", "");
  const stones = next.text.startsWith("position ") ? readStones(game, position) : null;
  if (!stones) throw unreadable(next);
  next = yield;
  const blocks = next.text === "O only blocks";
  if (blocks) next = yield;
  const symmetries: number[][] = [];
  for (; next.text.startsWith("symmetry "); next = yield) {
    symmetries.push(readSymmetry(game, next));
  }
  const statements: Statement[] = [];
  let claims = 0;
  for (; !next.text.startsWith("end"); next = yield) {
    if (next.text.endsWith(STOLEN)) {
      const usual = !game.everyMove && !blocks && stones.every((mark) => mark === null);
      if (!usual || !next.text.startsWith("O")) throw wrong(next, "no strategy can be stolen");
      const nothing = { root: "", claims: new Map<string, Claim>() };
      statements.push({ attacker: "O", wins: false, stolen: true, ...nothing });
      continue;
    }
    const found = STATEMENT.exec(next.text);
    if (!found) throw unreadable(next);
    const attacker = found[1] as Mark;
    const wins = found[2] === "wins";
    if (blocks && game.everyMove) throw wrong(next, "where a stone can hurt nobody only blocks");
    const contest = contestOf(game, blocks, attacker);
    const checker = game.everyMove
      ? new EveryMove(contest, symmetries, wins)
      : new ByRule(contest, symmetries, wins);
    for (next = yield; !next.text.startsWith("root "); next = yield) {
      checker.claim(next);
      claims += 1;
    }
    checker.root(next, startOf(stones, attacker), turnOf(stones) === attacker);
    const root = next.text.slice("root ".length);
    statements.push({ attacker, wins, stolen: false, root, claims: checker.known });
  }
  if (next.text !== `end ${claims}` || statements.length === 0) throw unreadable(next);
  return { game, position, blocks, symmetries, statements };
}

/** The game between two sides, one of which is the attacker. */
export function contestOf(game: Game, blocks: boolean, attacker: Mark): Contest {
  const lines = { X: game.lines, O: blocks ? [] : game.lines };
  return { game, lines: { [ATTACKER]: lines[attacker], [DEFENDER]: lines[otherMark(attacker)] } };
}

export const turnOf = (stones: readonly (Mark | null)[]): Mark =>
  stones.filter((mark) => mark !== null).length % 2 === 0 ? "X" : "O";

export const startOf = (stones: readonly (Mark | null)[], attacker: Mark): Board =>
  Uint8Array.from(stones, (mark) =>
    mark === null ? EMPTY : mark === attacker ? ATTACKER : DEFENDER,
  );

/** The stones of a position that can arise and is not finished; null if it is none. */
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
    throw wrong(line, "it renames not the cells");
  if (!keepsLines(game, to)) throw wrong(line, "it does not map the lines to the lines");
  return to;
}
