/** The reader's program: its holes, and the tree that its calls make. */

import { describe, expect, it } from "vitest";
import { decisions, question, reply } from "../src/learn/cutting";
import type { PictureNode } from "../src/search/picture";
import { boardOf } from "../src/learn/games";
import { value as minimax } from "../src/learn/growing";
import { changeWords, draggedValue, lit, nextValue, searched } from "../src/learn/leaves";
import { cellAbove, pairNotes, partnerAnswer } from "../src/learn/pairs";
import { record } from "../src/learn/steps";
import { against, answered, zoneWords } from "../src/learn/zone";
import { CLASSIC, completeLines, emptyBoard, landings, turn, type Board } from "../src/game/rules";
import type { Lessons } from "../src/learn/lessons";
import lessonsJson from "../generated/lessons.json";
import type { Watched } from "../src/check/task";
import {
  exercise,
  fill,
  filling,
  functionOf,
  openLine,
  shownPart,
  type ExerciseName,
} from "../src/learn/exercises";
import { calledWords, outcomeWords } from "../src/learn/tried";
import cpp from "../src/learn/programs/minimax.cpp?raw";
import java from "../src/learn/programs/Minimax.java?raw";
import { eventWords, pictureOf } from "../src/learn/watched";

const NAMES: ExerciseName[] = ["minimax", "alphabeta", "level"];

describe("A program with holes", () => {
  it.each(NAMES)("%s is filled by choosing, in any order, and again", (name) => {
    const { source, holes } = exercise(name);
    let text = source;
    for (const hole of holes.toReversed()) {
      expect(filling(text, hole)).toBe("___");
      for (const choice of hole.choices) {
        text = fill(text, hole, choice);
        expect(filling(text, hole)).toBe(choice);
      }
    }
    expect(openLine(text)).toBeNull();
    expect(text.split("\n")).toHaveLength(source.split("\n").length);
    const changed = text.split("\n").filter((line, at) => line !== source.split("\n")[at]);
    expect(changed).toHaveLength(holes.length);
  });

  it("says which line is open", () => {
    const { source, holes } = exercise("minimax");
    expect(openLine(source)).toBe(2);
    expect(openLine(fill(source, holes[0]!, "winner(board)"))).toBe(9);
  });

  it("leaves a line alone that the reader has made another", () => {
    const { source, holes } = exercise("minimax");
    const [hole] = holes;
    const typed = source.replace("if ___:  # 1. Is the game over?", "if len(free(board)) == 0:");
    expect(filling(typed, hole!)).toBeNull();
    expect(fill(typed, hole!, "winner(board)")).toBe(typed);
    // Its own words in a hole that is still marked are no choice, but can be replaced.
    const own = source.replace("if ___:", "if is_over(board):");
    expect(filling(own, hole!)).toBe("is_over(board)");
    expect(fill(own, hole!, "winner(board)")).toContain("if winner(board):  # 1.");
  });

  it("knows a hole by its number, in whatever language its comment is", () => {
    const { source, holes } = exercise("minimax");
    const kept = source.replace("Take the move back.", "回到上一步。");
    expect(filling(kept, holes[1]!)).toBe("___");
    expect(fill(kept, holes[1]!, "pass")).toContain("        pass  # 2. 回到上一步。\n");
  });

  it("shows its function, of twelve lines as the chapter's title says", () => {
    const lines = functionOf(exercise("minimax").source, "minimax").split("\n");
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toContain("# 3.");
  });

  it("is shown in other languages without what is around it", () => {
    expect(shownPart(cpp)).toMatch(/^int minimax\([^]+\n}$/);
    expect(shownPart(java)).toMatch(/^static int minimax\([^]+\n}$/);
  });
});

describe("The tree of a reader's function", () => {
  const end = "XOXXOOOXX"; // drawn
  const events: Watched["events"] = [
    { board: "XOXXOO.X.", window: [-2, 2] },
    { board: "XOXXOOOX.", window: [-2, 2] },
    { board: end, window: [-2, 2] },
    { value: 0 },
    { value: 0 },
    { value: 0 },
  ];

  it("grows call by call, and takes the best value that has come back", () => {
    const at = (until: number) => pictureOf(events, until);
    expect(at(1)).toMatchObject({ status: "open", children: [], window: "α −2  β +2" });
    expect(at(3)).toMatchObject({ status: "waiting", children: [{ status: "waiting" }] });
    expect(at(4).children[0]!.children[0]).toMatchObject({ status: "done", value: "0" });
    const whole = at(events.length);
    expect(whole).toMatchObject({ status: "done", value: "0", winner: null });
    expect(whole.children[0]).toMatchObject({ best: true, move: "a3", last: 6 });
  });

  it("shows what was never looked at as cut off, if there is a window", () => {
    const [first, cut] = pictureOf(events, events.length).children;
    expect(first!.status).toBe("done");
    expect(cut).toMatchObject({ status: "pruned", board: null, move: "c3" });
    const without = events.map((event) => ("board" in event ? { board: event.board } : event));
    expect(pictureOf(without, events.length).children).toHaveLength(1);
  });

  it("shows what is no number, and a call that never returned", () => {
    const odd: Watched["events"] = [
      { board: "........." },
      { board: "XX......." },
      { value: null },
    ];
    const root = pictureOf(odd, 3);
    expect(root).toMatchObject({ status: "open" });
    expect(root.children[0]).toMatchObject({ value: "?" });
    // Two marks at once are no move.
    expect(root.children[0]!.move).toBeUndefined();
  });

  it("is told in words", () => {
    expect(eventWords(events, 1)).toContain("minimax is called");
    expect(eventWords(events, 2)).toBe("minimax calls itself for the board after a3.");
    expect(eventWords(events, 4)).toBe("The call returns 0.");
  });
});

describe("What is said of a program that has run", () => {
  const games = (losses: number, unbeatable: boolean | null) => {
    const side = { games: 400, wins: 0, draws: 0, losses };
    return { games: { X: side, O: { ...side, games: 408 } }, unbeatable };
  };

  it("counts its calls beside plain minimax", () => {
    const said = (calls: number | null) => calledWords(calls, 549_946);
    expect(said(549_946)).toMatch(/called 549,946 times\. That is every place in the tree\.$/);
    expect(said(18_297)).toMatch(/called 18,297 times\. Plain minimax takes 549,946\.$/);
    expect(said(600_000)).toMatch(/called 600,000 times\. Plain minimax takes only 549,946\.$/);
    expect(said(null)).toContain("too often to be counted");
  });

  it("counts the games of both sides, and calls only what was proved unbeatable", () => {
    expect(outcomeWords(games(2, false))).toBe("Your program loses 4 of 808 games.");
    expect(outcomeWords(games(0, true))).toBe(
      "Your program is unbeatable. All 808 games were played, and it lost none.",
    );
    expect(outcomeWords(games(0, null))).toBe("");
    expect(outcomeWords({ games: {}, unbeatable: null })).toBe("");
  });
});

describe("Cut or look", () => {
  const lessons = lessonsJson as unknown as Lessons;
  const recording = record(boardOf(lessons.cuts.position), "alphabeta-unordered");
  const asked = decisions(recording);

  it("asks at every branch, in order, and has both kinds of cut", () => {
    const cuts = asked.filter(({ cut }) => cut);
    expect(new Set(cuts.map(({ mover }) => mover))).toEqual(new Set(["X", "O"]));
    expect(asked.map(({ moment }) => moment)).toEqual(
      asked.map(({ moment }) => moment).toSorted((one, other) => one - other),
    );
    const pruned = recording.events.filter(({ event }) => event === "prune");
    expect(cuts).toHaveLength(pruned.length);
    const looked = recording.visits.flatMap(({ branches }) =>
      branches.slice(1).filter(({ node }) => node !== null),
    );
    expect(asked.length - cuts.length).toBe(looked.length);
  });

  it("is a cut exactly when α is not below β", () => {
    for (const { cut, window } of asked) expect(cut).toBe(window.alpha >= window.beta);
  });

  it("tells whether the reader was right, and why", () => {
    const cut = asked.find((each) => each.cut)!;
    expect(question(cut)).toMatch(/^After \w\d, [XO] is to move, and α is \S+ and β is \S+\. Left/);
    const one = { ...cut, mover: "X", move: null, left: [4] } as const;
    expect(question(one)).toMatch(/^At the top, X is to move.* Left: X's reply b2\.$/);
    expect(question({ ...one, left: [4, 0] })).toMatch(/Left: X's replies b2, a1\.$/);
    expect(reply(cut, true)).toMatch(/^Yes\. Cut: α is not below β any more\. .+\.$/);
    expect(reply(cut, false)).toMatch(/^Not quite\. Cut:/);
    const look = asked.find((each) => !each.cut)!;
    expect(reply(look, false)).toMatch(/^Yes\. Look: α \(.+\) is below β \(.+\)/);
  });
});

describe("A plan without a search", () => {
  const { pairs, gravity } = lessonsJson as unknown as Lessons;

  it("has both cells of a pair on each line, and no cell in two pairs", () => {
    for (const line of pairs.lines)
      expect(pairs.pairs.some((pair) => pair.every((cell) => line.includes(cell)))).toBe(true);
    expect(new Set(pairs.pairs.flat()).size).toBe(pairs.pairs.flat().length);
  });

  it("answers with the partner, and anywhere if that is gone", () => {
    const [one, other] = pairs.pairs[3] as [number, number];
    const board = emptyBoard(pairs).with(other, "X");
    expect(partnerAnswer(pairs.pairs, board, other)).toBe(one);
    expect(pairNotes(pairs.pairs, board).get(one)).toMatchObject({ text: "4" });
    expect(pairNotes(pairs.pairs, board).has(other)).toBe(false);
    const taken = board.with(one, "O");
    expect(partnerAnswer(pairs.pairs, taken, other)).toBe(taken.indexOf(null));
  });

  it("wins on top, whatever X does", () => {
    const { answered } = gravity;
    const ends = new Set<string>();
    const play = (board: Board): void => {
      const lines = completeLines(answered, board);
      if (lines.length > 0) {
        ends.add(board[lines[0]![0]!]!);
        return;
      }
      expect(board).toContain(null);
      for (const cell of new Set(landings(answered, board).values())) {
        const after = board.with(cell, "X");
        expect(completeLines(answered, after)).toEqual([]);
        play(after.with(cellAbove(answered, after, cell)!, "O"));
      }
    };
    play(boardOf(answered.position));
    expect([...ends]).toEqual(["O"]);
  });
});

describe("A win and its zone", () => {
  const { zone } = lessonsJson as unknown as Lessons;

  it("ends with X's line, by the plan or by another", () => {
    const plan = zone.plan.moves;
    boardOf(zone.position).forEach((mark, reply) => {
      if (mark) return;
      const { board, row } = answered(zone, reply);
      expect(row.map((cell) => board[cell])).toEqual(row.map(() => "X"));
      const inside = String(reply) in zone.zone;
      expect(against(zone, reply).moves === plan).toBe(!inside);
      expect(zoneWords(zone, reply)).toMatch(inside ? /is in the zone/ : /is outside the zone/);
    });
    // Its own cells are in the way of a plan.
    expect(plan.filter((cell) => !(cell in zone.zone))).toEqual([]);
  });
});

describe("A tree with leaves to change", () => {
  const start = boardOf((lessonsJson as unknown as Lessons).tree.position);
  const game = searched(start, new Map());
  const leaves = [...game.seen, ...game.cut];

  it("is worth what minimax says, and cuts two leaves", () => {
    expect(game.value).toBe(minimax(start));
    expect(game.cut.size).toBe(2);
    expect(game.picture).toMatchObject({ status: "done", value: "0" });
  });

  it("never changes above a leaf that was cut off", () => {
    for (const key of game.cut) {
      for (const value of [-1, 0, 1]) {
        const after = searched(start, new Map([[key, value]]));
        expect([after.value, after.seen]).toEqual([game.value, game.seen]);
        expect(changeWords(game, after, key)).toContain("nothing above it changes");
      }
    }
  });

  it("finds with pruning what it finds without, whatever the leaves are worth", () => {
    const worth = (
      board: Board,
      moves: readonly number[],
      changed: Map<string, number>,
    ): number => {
      const own = changed.get(moves.join("-"));
      if (own !== undefined) return own;
      const replies = [...landings({ ...CLASSIC }, board).values()];
      const values = replies.map((cell) =>
        worth(board.with(cell, turn(board)), [...moves, cell], changed),
      );
      return turn(board) === "X" ? Math.max(...values) : Math.min(...values);
    };
    for (let code = 0; code < 3 ** leaves.length; code += 1) {
      const changed = new Map(
        leaves.map((key, at) => [key, (Math.floor(code / 3 ** at) % 3) - 1] as const),
      );
      expect(searched(start, changed).value).toBe(worth(start, [], changed));
    }
  });

  it("lights what has changed, and a leaf whose cut has vanished", () => {
    const flat = (node: PictureNode): PictureNode[] => [node, ...node.children.flatMap(flat)];
    const litKeys = (after: typeof game) =>
      flat(lit(game.picture, after.picture)).flatMap(({ lit, key }) => (lit ? [key] : []));
    expect(litKeys(game)).toEqual([]);
    for (const key of game.cut)
      expect(litKeys(searched(start, new Map([[key, -1]])))).toHaveLength(
        flat(game.picture).find((node) => node.key === key)!.value === "−1" ? 0 : 1,
      );
    const vanished = [...game.seen].flatMap((key) =>
      [-1, 0, 1].flatMap((value) => {
        const after = searched(start, new Map([[key, value]]));
        const woken = [...game.cut].filter((each) => after.seen.has(each));
        expect(litKeys(after)).toEqual(expect.arrayContaining(woken));
        if (woken.length) expect(changeWords(game, after, key)).toContain("A cut has vanished: ");
        return woken;
      }),
    );
    expect(vanished).not.toEqual([]);
  });

  it("is dragged from -1 to 1, and no further", () => {
    expect([10, 22, 50, 500].map((up) => draggedValue(-1, up))).toEqual([-1, 0, 1, 1]);
    expect([-10, -30, -90].map((up) => draggedValue(0, up))).toEqual([0, -1, -1]);
  });

  it("tells what a change has done", () => {
    const [key] = [...game.seen];
    const value = nextValue(1);
    expect([value, nextValue(-1), nextValue(0)]).toEqual([-1, 0, 1]);
    const after = searched(start, new Map([[key!, value]]));
    expect(changeWords(game, after, key!)).toMatch(/^The first position is (still|now) worth/);
  });
});
