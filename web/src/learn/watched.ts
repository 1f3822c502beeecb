/** The tree that a reader's own function grows: its calls, in order, as a picture. */

import { CLASSIC, legal, outcome, type Board } from "../game/rules";
import type { PictureNode } from "../search/picture";
import type { Watched } from "../check/task";
import { boardOf, name } from "./games";
import { t } from "../site/t";
import { signed } from "./numbers";

interface Call {
  readonly key: string;
  readonly board: Board;
  readonly window: readonly number[];
  readonly children: Call[];
  /** Undefined: it has not returned. Null: it returned something that is not a number. */
  value?: number | null;
}

/** The first call after this many events, with all that it has called; and which is running. */
function calls(events: Watched["events"], until: number): { root: Call; running: Call | null } {
  const stack: Call[] = [];
  let root: Call | null = null;
  for (const [index, event] of events.slice(0, until).entries()) {
    if ("board" in event) {
      const call: Call = {
        key: `call${index}`,
        board: boardOf(event.board),
        window: event.window ?? [],
        children: [],
      };
      stack.at(-1)?.children.push(call);
      root ??= call;
      stack.push(call);
    } else {
      const call = stack.pop();
      if (call) call.value = event.value;
    }
  }
  return { root: root!, running: stack.at(-1) ?? null };
}

/** The cell in which two boards differ, if it is one. */
function played(before: Board, after: Board): number | null {
  const cells = after.flatMap((mark, cell) => (mark === before[cell] ? [] : [cell]));
  return cells.length === 1 ? cells[0]! : null;
}

const ends = (board: Board): boolean => outcome(CLASSIC, board) !== null;

/** A number as a function returned it: -0.5 as −0.5. */
const shown = (value: number): string => signed(Math.round(value * 100) / 100);

/** The tree after this many events. */
export function pictureOf(events: Watched["events"], until: number): PictureNode {
  const { root, running } = calls(events, until);
  const node = (call: Call, parent: Call | null): PictureNode => {
    const last = parent && played(parent.board, call.board);
    const returned = call.value !== undefined;
    const values = call.children.map(({ value }) => value);
    // Which reply it took, right or wrong: the first with the value that it returns.
    const best = returned ? values.indexOf(call.value) : -1;
    const tried = new Set(call.children.map((child) => played(call.board, child.board)));
    const cut =
      returned && call.children.length > 0 && call.window.length > 1 && !ends(call.board)
        ? legal(CLASSIC, call.board).filter((cell) => !tried.has(cell))
        : [];
    const move = last === null ? null : name(last);
    return {
      key: call.key,
      status: returned ? "done" : call === running ? "open" : "waiting",
      board: call.board,
      last,
      ...(move && { move }),
      ...(typeof call.value === "number" && {
        value: shown(call.value),
        winner: call.value > 0 ? "X" : call.value < 0 ? "O" : null,
      }),
      ...(call.value === null && { value: "?" }),
      ...(call.window.length > 1 && {
        window: `α ${shown(call.window[0]!)}  β ${shown(call.window[1]!)}`,
      }),
      words: words(call, move),
      children: [
        ...call.children.map((child, index) => ({ ...node(child, call), best: index === best })),
        ...cut.map((cell) => ({
          key: `${call.key}-${cell}`,
          status: "pruned" as const,
          board: null,
          move: name(cell),
          words: t("{move}: not looked at", { move: name(cell) }),
          children: [],
        })),
      ],
    };
  };
  return node(root, null);
}

function words({ value, board }: Call, move: string | null): string {
  const name = move === null ? t("The first call") : t("The call after {move}", { move });
  if (value === undefined) return t("{name}: still running", { name });
  if (value === null) return t("{name}: returned no number", { name });
  return t(
    ends(board) ? t("{name}: returned {value}, the game is over") : t("{name}: returned {value}"),
    { name, value: shown(value) },
  );
}

/** What has just happened. */
export function eventWords(events: Watched["events"], until: number): string {
  const event = events[until - 1];
  if (!event) return "";
  if ("board" in event) {
    if (until === 1) return t("You ask what the first position is worth: minimax is called.");
    const { running } = calls(events, until - 1);
    const cell = running && played(running.board, boardOf(event.board));
    return cell === null
      ? t("minimax calls itself for the board after a move.")
      : t("minimax calls itself for the board after {move}.", {
          move: name(cell),
        });
  }
  return event.value === null
    ? t("The call returns something that is not a number.")
    : t("The call returns {value}.", { value: shown(event.value) });
}
