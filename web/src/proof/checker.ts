/**
 * Reads a certificate and checks every step of it, written only from
 * docs/reference/certificate-format.md. It makes the lines of the game itself, and trusts nothing
 * in the file.
 */

import { boardOf, readBoard } from "./board.ts";
import { Claims } from "./claims.ts";
import { checkDigest, holds, readable, readLines, Refusal } from "./file.ts";
import { completed, readGame, readSymmetry, type Game, type Mark } from "./game.ts";

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
  /** The claims of its kind by their boards: `Claim`, or `GravityClaim` under gravity. */
  readonly claims: ReadonlyMap<string, unknown>;
  /** How many claims come before it since the last statement. */
  readonly count: number;
}

/** What a certificate has proved. */
export interface Proof {
  readonly game: Game;
  readonly stones: Stones;
  /** By their steps, such as `.1`; the empty one moves nothing. */
  readonly symmetries: ReadonlyMap<string, readonly number[]>;
  readonly statements: readonly Statement[];
}

export interface Checked {
  readonly proof: Proof;
  /** Null if the browser computes no digests: outside of https and this machine. */
  readonly digest: string | null;
  readonly bytes: number;
}

const STATEMENT = /^([XO]) (wins|does not win)(?:( by strategy stealing)|: ([^ =][^ ]*))$/;

/** Check a whole file; report the progress, from 0 to 1. */
export async function check(
  file: Uint8Array<ArrayBuffer>,
  progress: (done: number) => void = () => {},
): Promise<Checked> {
  const digest = await checkDigest(file);
  const lines = readLines(file, progress);
  /** The content of one of the first lines. */
  const field = async (form: RegExp): Promise<string> => {
    const { value } = await lines.next();
    readable(value !== undefined);
    const found = form.exec(value);
    readable(found, "it does not begin like a certificate");
    return found[1]!;
  };
  const version = await field(/^noughts certificate ([2-5])$/);
  if (version === "5") throw new Refusal("threats", "");
  const gravity = version === "4" ? await import("./gravity.ts") : null;
  const rules = await field(gravity ? /^rules (\d+,\d+,\d+) gravity$/ : /^rules (.*)$/);
  const game = readGame(rules, gravity !== null);
  const stones = readStones(game, await field(/^position (.*)$/));
  readable(!gravity?.floats(game, boardOf(stones, "X", true)), UNFINISHED);
  const symmetries = new Map([["", Array.from(stones.keys())]]);
  // Claims are distinguished by the attacker's result, whether the attacker is X or O.
  const { GravityClaims: Kind = Claims } = gravity ?? {};
  const kinds = { h: new Kind(game, symmetries, false), w: new Kind(game, symmetries, true) };
  const statements: Statement[] = [];
  let [line, text, count] = [3, "", 0];
  try {
    for await (text of lines) {
      line += 1;
      const [kind, ...words] = text.split(" ");
      if (kind === "h" || kind === "w") {
        kinds[kind].add(readBoard(game, words, kind === "w"), words.slice(3), line);
        count += 1;
      } else if (kind === "symmetry") {
        symmetries.set(`.${symmetries.size}`, readSymmetry(game, words.join(" ")));
      } else {
        const found = STATEMENT.exec(text);
        readable(found);
        const [, attacker, does, by, root = ""] = found as unknown as [string, Mark, ...string[]];
        const [wins, stolen] = [does === "wins", by !== undefined];
        const { everyMove, gravity, blocks } = game;
        const usual = !(everyMove || gravity || blocks || wins || stones.some(Boolean));
        holds(!stolen || (usual && attacker === "O"), "no strategy can be stolen here");
        holds(!blocks || attacker === "X", "a side that only blocks does not win");
        const claims = kinds[wins ? "w" : "h"];
        if (!stolen) {
          const turn = stones.filter(Boolean).length % 2 === 0 ? "X" : "O";
          const passes = (turn === attacker) !== wins;
          holds(passes === root.startsWith("-"), "it begins with a move too many, or too few");
          claims.root(boardOf(stones, attacker, wins), root);
        }
        const known = stolen ? new Map() : claims.known;
        statements.push({ attacker, wins, stolen, root, claims: known, count });
        count = 0;
      }
    }
    readable(statements.length > 0, "it states nothing");
  } catch (error) {
    if (error instanceof Refusal) Object.assign(error, line > 3 ? { line, text } : {});
    throw error;
  }
  const proof = { game, stones, symmetries, statements };
  return { proof, digest, bytes: file.length };
}

const UNFINISHED = "this is not a position of an unfinished game";

/** The stones of a possible, unfinished position. */
function readStones(game: Game, text: string): Stones {
  const signs = [...text.replaceAll("/", "")];
  const stones = signs.map((sign) => (sign === "." ? null : (sign as Mark)));
  const ahead = signs.filter((s) => s === "X").length - signs.filter((s) => s === "O").length;
  const possible = /^[XO./]*\.[XO./]*$/.test(text) && (ahead === 0 || ahead === 1);
  const over = completed(game.lines, stones, "X") || completed(game.lines, stones, "O");
  readable(possible && stones.length === game.cells && !over, UNFINISHED);
  return stones;
}
