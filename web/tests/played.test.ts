// @vitest-environment ./tests/device.ts
/** The game of one device: moves, scores, visits, hints and reviews, without a page around it. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Device, openDevice, waitFor } from "./device";
import { marksOf } from "../src/game/rules";
import type { Settings } from "../src/game/storage";

type Game = InstanceType<typeof import("../src/game/game.svelte").Game>;

/** O's a2 throws the draw away; X wins with the top row. */
const WON = "#rules=3,3,3&moves=b2-a2-a1-c3-b1-b3-c1";
/** What the server says of a position that it has not solved. */
const UNKNOWN = { turn: "X", value: null, plies: null, moves: [], best: [], proven: false };

let device: Device;

beforeEach(() => {
  device = openDevice();
  // The dice: the computer always takes the first free cell where it plays at random.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

/** A tab of this device, with the state of its own that modules hold. */
async function tab(settings: Partial<Settings> = {}, hash = ""): Promise<Game> {
  vi.resetModules();
  const { Game } = await import("../src/game/game.svelte");
  const game = new Game();
  Object.assign(game.settings, { pause: 0, level: "hard", ...settings });
  device.location.hash = hash;
  await game.open();
  return game;
}

const text = (game: Game) => marksOf(game.board);
const stones = (game: Game) => game.board.filter((mark) => mark !== null).length;
const turnBack = (game: Game) => waitFor(() => expect(game.round.thinking).toBe(false));

/** Play one's own moves, each after the computer's answer. */
async function playAll(game: Game, ...cells: number[]) {
  for (const cell of cells) {
    game.play(cell);
    await turnBack(game);
  }
}
/** How X loses against hard: the computer takes a1 and c3, and its line is there. */
const LOSING = [1, 3, 5];

describe("a game against the computer", () => {
  it("is played in turns, each exchange told in one sentence", async () => {
    const game = await tab();
    expect(game.status).toBe("Your turn");
    game.play(4);
    expect(game.status).toBe("Computer is thinking");
    expect(game.playable).toBe(false);
    game.play(0);
    expect(text(game)).toBe("....X....");
    await turnBack(game);
    expect(stones(game)).toBe(2);
    expect(game.said.text).toMatch(/^You: b2\. Computer: [a-c][1-3]\. Your turn\.$/);
    expect(game.proven).toBe(true);
  });

  it("is begun by the computer where one plays O", async () => {
    const game = await tab({ sides: "O" });
    await turnBack(game);
    expect(text(game)).toMatch(/X/);
    expect(game.names).toEqual({ X: "Computer", O: "You" });
    expect(game.computer).toBe("X");
  });

  it("takes back one's own last move with its answer, one at a time", async () => {
    const game = await tab();
    await playAll(game, 4);
    const once = text(game);
    const free = game.board.findIndex((mark) => mark === null);
    await playAll(game, free);
    expect(stones(game)).toBe(4);
    game.takeBack();
    expect(text(game)).toBe(once);
    expect(game.status).toBe("Your turn");
    game.redo();
    expect(stones(game)).toBe(4);
    for (const stones of [2, 0, 0]) {
      game.takeBack();
      expect(game.board.filter((mark) => mark !== null)).toHaveLength(stones);
    }
  });

  it("refuses a cell that is taken, and any once it is over", async () => {
    const game = await tab({ opponent: "person" });
    for (const cell of [0, 0, 3, 1, 4, 2, 8]) game.play(cell);
    expect(text(game)).toBe("XXXOO....");
    expect(game.status).toBe("X wins");
  });

  it("drops an answer that comes after a takeback", async () => {
    const game = await tab({ rules: "4,4,4", level: "hard" });
    let answer: (choice: object) => void = () => undefined;
    device.server = () => new Promise<object>((done) => (answer = done));
    const answered = game.letComputerMove();
    game.visit(0, "Back.");
    answer({ cell: 6, move: "c2", proven: false });
    await answered;
    expect(stones(game)).toBe(0);
    expect(game.status).toBe("Your turn");
  });

  it("is taken back to one's own last decision, which is help, and played again", async () => {
    const game = await tab();
    await playAll(game, 4);
    const after = text(game);
    game.takeBack();
    expect(text(game)).toBe(".........");
    expect(game.said.text).toBe("Taken back. Your turn.");
    expect(game.round.aided).toBe(true);
    expect(game.canTakeBack).toBe(false);
    game.redo();
    expect(text(game)).toBe(after);
    expect(game.canRedo).toBe(false);
  });

  it("says that the server is away, and lets the computer be asked again", async () => {
    const game = await tab({ rules: "4,4,4", level: "hard" });
    expect(game.rules.rules).toBe("4,4,4");
    game.play(5);
    await turnBack(game);
    expect(game.trouble).toContain("You are offline");
    expect(game.said.text).toBe(game.trouble);
    expect(stones(game)).toBe(1);
    device.server = () => ({ cell: 6, move: "c2", proven: false });
    await game.letComputerMove();
    expect(game.trouble).toBeNull();
    expect(game.board[6]).toBe("O");
    expect(game.proven).toBe(false);
    const asked = device.asked.at(-1)!;
    expect(asked.body).toMatchObject({
      rules: "4,4,4",
      position: "..../.X../..../....",
      level: "hard",
    });
  });

  it("says how long a busy server asks one to wait", async () => {
    const game = await tab({ rules: "4,4,4" });
    device.server = () => new Response("{}", { status: 503, headers: { "retry-after": "2" } });
    game.play(5);
    await turnBack(game);
    expect(game.trouble).toBe("The server is busy. Try again in 2 s.");
  });
});

describe("the score", () => {
  it("counts a lost game once, for its level and board, and keeps the game", async () => {
    const game = await tab();
    await playAll(game, ...LOSING);
    expect(game.status).toBe("Computer wins");
    expect(game.result).toBe("lost");
    expect(game.rounds).toEqual(["second"]);
    expect(game.run).toEqual({ now: 0, longest: 0 });
    game.takeBack();
    await playAll(game, game.board.indexOf(null));
    expect(game.rounds).toHaveLength(1);
    await waitFor(() => {
      const kept = JSON.parse(device.localStorage.getItem("noughts.games")!) as { games: object[] };
      expect(kept.games).toMatchObject([{ against: "hard", result: "lost", rules: "3,3,3" }]);
    });
    game.setLevel("easy");
    expect(game.rounds).toEqual([]);
  });

  it.each([
    ["alone", false, 1],
    ["with values shown", true, 0],
  ])("counts a run of draws against hard %s", async (_, values, run) => {
    const game = await tab({ values });
    for (let turn = 0; turn < 5 && !game.outcome; turn += 1) {
      const known = (await game.learn(game.node))!;
      await playAll(game, known.moves[0]!.cell);
    }
    expect(game.status).toBe("A draw");
    expect(game.rounds).toEqual([null]);
    expect(game.run.now).toBe(run);
  });

  it("leaves out a game that was played at two levels", async () => {
    const game = await tab();
    await playAll(game, 1);
    game.setLevel("medium");
    expect(game.said.text).toBe("medium. This game won't count.");
    game.setLevel("hard");
    await playAll(game, 3, 5);
    expect(game.outcome).not.toBeNull();
    expect(game.rounds).toEqual([]);
  });

  it("is followed by the level that adapts", async () => {
    vi.mocked(Math.random).mockReturnValue(0.99);
    const game = await tab({ level: "adaptive" });
    expect(game.skill).toBe(0.4);
    await playAll(game, 0, 3, 6);
    expect(game.status).toBe("You win");
    expect(game.skill).toBe(0.5);
    expect((await tab({ level: "adaptive" })).skill).toBe(0.5);
  });

  it("moves the level that adapts down after a loss, one step a game", async () => {
    const game = await tab({ level: "adaptive" });
    for (const skill of [0.3, 0.2, 0.1]) {
      // Dice below its skill: it plays its best.
      vi.mocked(Math.random).mockReturnValue(0.05);
      await playAll(game, ...LOSING);
      expect(game.status).toBe("Computer wins");
      expect(game.skill).toBe(skill);
      game.nextRound();
    }
  });

  it("of a series stays with the player whose mark changes, until the next one begins", async () => {
    const game = await tab({ opponent: "person", length: 3, sides: "alternate" });
    await playAll(game, 0, 3, 1, 4, 2);
    expect(game.standing).toMatchObject({ first: 1, second: 0, over: false });
    game.nextRound();
    expect(game.round.first).toBe("O");
    await playAll(game, 0, 3, 1, 4, 8, 5);
    expect(game.status).toBe("O wins");
    expect(game.standing).toMatchObject({ first: 2, over: true, leader: "first" });
    expect(game.seriesOver).toBe(true);
    expect(game.said.text).toBe("O: c2. O wins. Player 1 wins the series, 2 to 0.");
    game.nextRound();
    expect(game.rounds).toEqual([]);
    expect(game.round.first).toBe("X");
  });

  it("of two tabs adds up", async () => {
    const one = await tab({ opponent: "person" });
    one.follow();
    const two = await tab({ opponent: "person" });
    await playAll(two, 0, 3, 1, 4, 2);
    device.tell("storage", { key: "noughts" });
    expect(one.rounds).toEqual(["first"]);
    one.nextRound();
    await playAll(one, 0, 3, 1, 4, 2);
    expect(one.rounds).toEqual(["first", "first"]);
  });
});

describe("what a tab is left with", () => {
  it("is there after a reload, the answer that the computer owes included", async () => {
    const before = await tab({ pause: 1e6 });
    before.play(4);
    const { hash } = device.location;
    expect(hash).toBe("#rules=3,3,3&moves=b2");
    const again = await tab({ pause: 0 }, hash);
    await turnBack(again);
    expect(again.board[4]).toBe("X");
    expect(stones(again)).toBe(2);
    expect(again.againstComputer).toBe(true);
  });

  it("is there under an address without a game, as after a look at another page", async () => {
    const before = await tab();
    await playAll(before, 4);
    device.history.state = null;
    expect(text(await tab())).toBe(text(before));
  });

  it("outlives its tab while it runs, and is played on in the next one", async () => {
    const before = await tab();
    await playAll(before, 4);
    await device.close();
    const next = await tab();
    expect(text(next)).toBe(text(before));
    expect(next.againstComputer).toBe(true);
    next.play(next.board.indexOf(null));
    await turnBack(next);
    expect(stones(next)).toBe(4);
  });

  it("stays with a tab that is open, and a new tab begins another", async () => {
    const first = await tab();
    await playAll(first, 4);
    device.sessionStorage.clear();
    device.history.state = null;
    expect(stones(await tab())).toBe(0);
    device.tell("pagehide");
    device.sessionStorage.clear();
    device.history.state = null;
    expect(text(await tab())).toBe(text(first));
  });

  it("goes on where the browser refuses another address and locks", async () => {
    const game = await tab();
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.spyOn(device.history, "replaceState").mockImplementation(refuse);
    vi.spyOn(device.locks, "request").mockImplementation(async () => refuse());
    await playAll(game, 4);
    expect(stones(game)).toBe(2);
    expect(game.said.text).toContain("Your turn.");
  });

  it("does not come back once it is over", async () => {
    await playAll(await tab({ opponent: "person" }), 0, 3, 1, 4, 2);
    await device.close();
    expect(stones(await tab())).toBe(0);
    expect(device.localStorage.getItem("noughts.running")).toBeNull();
  });

  it("is not written where nothing is kept", async () => {
    vi.resetModules();
    const { Game } = await import("../src/game/game.svelte");
    const game = new Game({ kept: false });
    game.settings.opponent = "person";
    game.nextRound();
    game.play(4);
    expect(device.location.hash).toBe("");
    expect(device.sessionStorage.length + device.localStorage.length).toBe(0);
  });
});

describe("a link", () => {
  it("is looked at, leaves the own game and score alone, and leads back", async () => {
    const own = await tab();
    await playAll(own, 4);
    const before = text(own);
    device.history.state = null;
    const game = await tab({}, WON);
    expect(game.looking).toBe(true);
    expect(game.status).toBe("X wins");
    expect(game.result).toBeNull();
    expect(game.rounds).toEqual([]);
    await game.openOwn();
    expect(text(game)).toBe(before);
    expect(game.looking).toBe(false);
  });

  it("is played on against the computer, as either side, or by two", async () => {
    const game = await tab({}, "#moves=b2-a1");
    expect(game.status).toBe("X to move");
    game.play(8);
    game.playOn("computer", "O");
    expect(game.status).toBe("Your turn");
    await playAll(game, 2);
    expect(stones(game)).toBe(5);
    const two = await tab({}, "#moves=b2-a1-c2");
    two.playOn("person", "X");
    two.play(3);
    expect(two.status).toBe("X to move");
    const one = await tab({}, "#moves=b2-a1-c3");
    one.playOn("computer", "X");
    await turnBack(one);
    expect(stones(one)).toBe(4);
  });

  it.each([
    ["#rules=3,3,3&moves=b2-b2", "This link has no game that can be played."],
    ["#position=XXX/OOO/...", "This link has no game that can be played."],
    [
      "#rules=4,4,3+gravity&position=X.../..../..../....",
      "This link has no game that can be played.",
    ],
    ["#rules=99,99,5", /^“99,99,5” is not a game .*; a side is from 1 to 26/],
  ])("that holds no game is refused, and a fresh one is there: %s", async (hash, words) => {
    const game = await tab({}, hash);
    expect(game.trouble).toMatch(words);
    expect(text(game)).toBe(".........");
    expect(game.looking).toBe(false);
  });

  it("shows the place that it names, and where a game stands has an address", async () => {
    const game = await tab({}, `${WON}&at=6`);
    expect(stones(game)).toBe(6);
    game.step(2);
    expect(game.said.text).toBe("Move 2 of 7. X to move.");
    expect(device.location.hash).toBe(`${WON}&at=2`);
    game.step(9);
    expect(stones(game)).toBe(2);
  });
});

describe("a text", () => {
  it("opens as a game of somebody else", async () => {
    const game = await tab();
    expect(await game.openText("b2 a2 a1 c3 b1 b3 c1 X wins\nb2 a1 *")).toBeNull();
    expect(game.status).toBe("X wins");
    expect(game.looking).toBe(true);
    expect(device.location.hash).toBe("#rules=3,3,3&moves=b2-a2-(a1)-a1-c3-b1-b3-c1");
  });

  it("that cannot be played says so, and the game stays", async () => {
    const game = await tab();
    await playAll(game, 4);
    const before = text(game);
    expect(await game.openText("b2 a2 b2 c1 zz")).toBe("This can't be played: b2 a2 b2");
    expect(text(game)).toBe(before);
  });
});

describe("a hint", () => {
  it("climbs in three steps, and is help", async () => {
    const game = await tab({ opponent: "person" }, "#rules=3,3,3&position=XX./OO./...");
    const said = [];
    for (let step = 0; step < 4; step += 1) {
      await game.askHint();
      said.push(game.said.text);
    }
    expect(said).toEqual([
      "You can win at once.",
      "Look in column c.",
      "Play c1: wins at once with a1 b1 c1.",
      "Play c1: wins at once with a1 b1 c1.",
    ]);
    expect(game.round.aided).toBe(true);
    game.play(8);
    expect(game.hint).toBeNull();
  });

  it("that comes after all takes back what was said of the network", async () => {
    const game = await tab({ rules: "4,4,4", opponent: "person" });
    await game.askHint();
    expect(game.trouble).toContain("You are offline");
    device.server = () => UNKNOWN;
    await game.askHint();
    expect(game.hintStep).toBe(1);
    expect(game.trouble).toBeNull();
  });

  it("keeps its word: after “the next hint shows one”, it does", async () => {
    const game = await tab({ opponent: "person" });
    await game.askHint();
    expect([game.hintStep, game.nextHint]).toEqual([1, 3]);
    expect(game.said.text).toBe("Every move keeps the draw. The next hint shows one.");
    await game.askHint();
    expect(game.hintStep).toBe(3);
    expect(game.said.text).toMatch(/^Play \w\d: /);
  });

  it("that comes after the next move is not given", async () => {
    const game = await tab({ opponent: "person" });
    const asked = game.askHint();
    game.play(4);
    await asked;
    expect(game.hintStep).toBe(0);
  });
});

describe("a review", () => {
  it("grades each move of a game that is over, and goes back to the one that decided", async () => {
    const game = await tab({ opponent: "person" }, WON);
    await waitFor(() => expect(game.deciding).toBe(1));
    expect(game.verdicts[1]!.grade).toBe("threw away the draw");
    expect(game.verdicts).toHaveLength(7);
    expect(game.valuesShown).toBe(true);
    game.tryAgain();
    expect(text(game)).toBe("....X....");
    expect(game.valuesShown).toBe(false);
    game.play(0);
    expect(game.branches.map(({ cell }) => cell)).toEqual([3, 0]);
  });

  it("offers one's own mistake again, never the computer's", async () => {
    const game = await tab({ level: "easy" });
    await playAll(game, 8, 4, 2, 5);
    expect(game.status).toBe("You win");
    await waitFor(() => expect(game.mistake).toBe(2));
    expect(game.deciding).toBe(3);
    game.tryAgain();
    expect(text(game)).toBe("O.......X");
    expect(game.status).toBe("Your turn");
  });

  it("asks about a position once, and not at all about one that it knows", async () => {
    const game = await tab({ opponent: "person", rules: "4,4,4" });
    device.server = () => UNKNOWN;
    const both = [game.learn(game.node), game.learn(game.node)];
    expect(game.pondering).toBe(true);
    await Promise.all(both);
    await game.learn(game.node);
    expect(device.asked.filter(({ path }) => path === "analysis")).toHaveLength(1);
    expect(game.pondering).toBe(false);
  });
});
