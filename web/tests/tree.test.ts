import { describe, expect, it } from "vitest";
import { linkedRules, readLink, writeLink } from "../src/game/link";
import { readRecord, recordRules, recordText } from "../src/game/record";
import { CLASSIC, emptyBoard } from "../src/game/rules";
import { goTo, grow, here, line, plant, plantLine, type Tree } from "../src/game/tree";
import { board } from "./known";

const cells = (tree: Tree) => line(tree).map((node) => node.cell);
const start = () => plant(CLASSIC, emptyBoard(CLASSIC));

/** b2 a1 c3, then back and a2 instead of a1, then on with c1. */
function branched(): Tree {
  let tree = plantLine(CLASSIC, emptyBoard(CLASSIC), [4, 0, 8]);
  tree = grow(grow(goTo(tree, 1), 3), 2);
  return tree;
}

describe("a game", () => {
  it("keeps the branch that it leaves", () => {
    const tree = branched();
    expect(cells(tree)).toEqual([-1, 4, 3, 2]);
    expect(cells(goTo(tree, 3))).toEqual([-1, 4, 0, 8]);
  });

  it("follows a branch that is there already", () => {
    const tree = branched();
    const again = grow(goTo(tree, 1), 0);
    expect(again.nodes).toHaveLength(tree.nodes.length);
    expect(cells(again)).toEqual([-1, 4, 0, 8]);
  });
});

describe("a link", () => {
  it("brings a game back with its branches and its place", async () => {
    const tree = goTo(branched(), 4);
    const back = (await readLink(CLASSIC, writeLink(tree)))!;
    expect(cells(back)).toEqual(cells(tree));
    expect(here(back).cell).toBe(3);
    expect(back.nodes).toHaveLength(tree.nodes.length);
    expect(writeLink(back)).toBe(writeLink(tree));
  });

  it("is short and can be read", () => {
    expect(writeLink(start())).toBe("#rules=3,3,3");
    expect(writeLink(branched())).toBe("#rules=3,3,3&moves=b2-a2-(a1-c3)-c1");
  });

  it("may hold a position without its moves", async () => {
    const tree = (await readLink(CLASSIC, "#rules=3,3,3&position=X.O/.X./..O"))!;
    expect(here(tree).board).toEqual(board("X.O/.X./..O"));
  });

  it("without rules is one of 3×3, if there is a game in it", () => {
    expect(linkedRules("#position=XX./OO./...")).toBe("3,3,3");
    expect(linkedRules("#moves=b2")).toBe("3,3,3");
    expect(linkedRules("#top")).toBeNull();
  });

  it.each([
    "#rules=3,3,3&position=XXX/OOO/...",
    "#rules=3,3,3&moves=b2-b2",
    "#rules=3,3,3&moves=b2-)",
    "#rules=3,3,3&moves=(b2",
    "#rules=3,3,3&position=XXX/.../...",
    "#rules=3,3,3&moves=a1-b1-a2-b2-a3-c3",
  ])("that cannot be a game is refused: %s", async (hash) => {
    expect(await readLink(CLASSIC, hash)).toBeNull();
  });
});

describe("a game as text", () => {
  it("has headers, the line with its result, and each branch whole", () => {
    expect(recordText(branched(), { X: "You", O: "Computer" })).toBe(
      "Rules: 3,3,3\nX: You\nO: Computer\n\nb2 a2 c1 *\nb2 a1 c3 *\n",
    );
    const won = plantLine(CLASSIC, emptyBoard(CLASSIC), [0, 3, 1, 4, 2]);
    expect(recordText(won, { X: "X", O: "O" })).toContain("\n\na1 a2 b1 b2 c1 X wins\n");
  });

  it("reads back, with its branches", () => {
    for (const tree of [branched(), start(), plantLine(CLASSIC, board("X.O/.X./..O"), [5, 3])]) {
      const back = readRecord(CLASSIC, recordText(tree, { X: "You", O: "Computer" })) as Tree;
      expect(writeLink(goTo(back, 0)).replace("&at=0", "")).toBe(
        writeLink(goTo(tree, 0)).replace("&at=0", ""),
      );
      expect(here(back).board).toEqual(line(tree).at(-1)!.board);
    }
  });

  it("may be nothing but moves", () => {
    expect(recordRules("b2 a1 c1")).toBe("3,3,3");
    expect(recordRules("Rules: 4,4,4 torus \nX: me\n\na1")).toBe("4,4,4 torus");
    expect(here(readRecord(CLASSIC, "b2 a1 c1") as Tree).board).toEqual(board("O.X/.X./..."));
  });

  it.each([
    ["b2 b2", "b2 b2"],
    ["b2 z9", "b2 z9"],
    ["Start: XXX/.../...\n\nb2", "Start: XXX/.../..."],
    ["a1 b1 a2 b2 a3 c3", "a1 b1 a2 b2 a3 c3"],
    ["a1 b1 a2 b2 a3 draw", "a1 b1 a2 b2 a3 draw"],
    ["b2 a1\nb2 a1 c1 X wins", "b2 a1 c1 X wins"],
  ])("that cannot be played is refused, and says where: %j", (text, where) => {
    expect(readRecord(CLASSIC, text)).toBe(where);
  });
});
