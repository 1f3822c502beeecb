// @vitest-environment ./tests/device.ts
/** A game with somebody on another device: what the server says, and what one says to it. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SharedGame } from "../src/together/api";
import { recall } from "../src/game/storage";
import { Remote } from "../src/together/remote.svelte";
import { type Device, nobody, openDevice, refused, waitFor, type Asked } from "./device";

const ID = "g".repeat(22);
const SECRET = "s".repeat(22);

const seat = (mark: string, name: string, taken = true) => ({
  name,
  level: null,
  mark,
  taken,
  hints: false,
});

/** A game as the server tells it, after these moves. */
const shared = (moves: string[] = [], other: object = {}): SharedGame =>
  ({
    id: ID,
    version: moves.length + 1,
    rules: "3,3,3",
    round: 1,
    takebacks: 0,
    ply: moves.length,
    moves,
    to_move: moves.length % 2,
    turn: moves.length % 2 ? "O" : "X",
    end: null,
    offer: null,
    left: null,
    opening: null,
    seats: [seat("X", "Ada"), seat("O", "Bob")],
    ...other,
  }) as unknown as SharedGame;

let device: Device;
/** What the server answers to all but the stream. */
let answers: (asked: Asked) => object | Promise<object>;
/** The streams that the page listens to, the last one last. */
let streams: ReadableStreamDefaultController<Uint8Array>[];
/** The status of the next stream. */
let status: number;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  status = 200;
  answers = nobody;
  device = openDevice();
  device.server = (asked) => {
    if (!asked.path.endsWith("/events")) return answers(asked);
    if (status !== 200) return refused("seat", "", status);
    return new Response(new ReadableStream({ start: (stream) => void streams.push(stream) }));
  };
  return () => vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

async function tell(game: object, event = "game"): Promise<void> {
  const data = `event: ${event}\ndata: ${JSON.stringify(game)}\n\n`;
  streams.at(-1)!.enqueue(new TextEncoder().encode(data));
  await settled();
}

/** A game that is open, by whoever holds a seat, or looks on. */
async function at(mine: 0 | 1 | null, game: SharedGame = shared()): Promise<Remote> {
  device.localStorage.clear();
  if (mine !== null) {
    const held = { [ID]: { secret: SECRET, seat: mine, rules: "3,3,3", at: 1 } };
    device.localStorage.setItem("noughts-seats", JSON.stringify(held));
  }
  const remote = new Remote(ID);
  remote.open();
  await settled();
  await tell(game);
  return remote;
}

/** A tap on a cell, and the request that follows. */
async function play({ game }: Remote, cell: number): Promise<void> {
  game.play(cell);
  await settled();
}

/** The seats that the device keeps, without the tabs that have changed them. */
const held = () => {
  const kept = JSON.parse(device.localStorage.getItem("noughts-seats") ?? "{}") as object;
  return Object.fromEntries(Object.entries(kept).filter(([name]) => name !== "tabs"));
};
const said = () => device.asked.filter(({ method, path }) => method !== "GET" && path !== "");

describe("what the server says", () => {
  it("is the board, whose turn it is, and who moved", async () => {
    const remote = await at(1);
    expect([remote.state, remote.myTurn]).toEqual(["Ada to move", false]);
    await tell(shared(["b2"]));
    expect(remote.game.view.board[4]).toBe("X");
    expect(remote.game.said.text).toBe("Ada: b2. Your turn.");
    expect(remote.myTurn).toBe(true);
    await tell(shared(["b2", "a1"]));
    expect(remote.game.said.text).toBe("You: a1. Ada to move.");
  });

  it("is not taken where it is older than what is known", async () => {
    const remote = await at(1, shared(["b2", "a1"]));
    await tell(shared(["b2"]));
    expect(remote.game.view.board[0]).toBe("O");
  });

  it.each([
    ["a takeback", shared([], { takebacks: 1, version: 9 }), "A move was taken back. Ada to move."],
    ["a rematch", shared([], { round: 2, version: 9 }), "Round 2. Ada to move."],
    [
      "an offer",
      shared(["b2"], { offer: { seat: 0, wish: "draw" }, version: 9 }),
      "Ada offers a draw.",
    ],
    [
      "an end",
      shared(["b2"], { end: { winner: "O", how: "resigned" }, to_move: null, version: 9 }),
      "You win: Ada resigned.",
    ],
  ])("is told in words: %s", async (_, game, words) => {
    const remote = await at(1, shared(["b2"]));
    await tell(game);
    expect(remote.game.said.text).toBe(words);
  });

  it("is that both are here, once they are", async () => {
    const remote = await at(0, shared([], { seats: [seat("X", "Ada"), seat("O", "", false)] }));
    expect(remote.both).toBe(false);
    await tell(shared([], { version: 2 }));
    expect(remote.game.said.text).toBe("Both are here. Your turn.");
  });

  it.each([0, 1] as const)("is an offer and its end, also to seat %s", async (mine) => {
    const remote = await at(mine, shared(["b2"]));
    await tell(shared(["b2"], { offer: { seat: 0, wish: "draw" }, version: 9 }));
    expect(remote.game.said.text).toBe(mine ? "Ada offers a draw." : "You offer a draw.");
    await tell(shared(["b2"], { version: 10 }));
    expect(remote.game.said.text).toBe(
      `The offer no longer stands. ${mine ? "Your turn" : "Bob to move"}.`,
    );
  });

  it.each([["b2", "a1"], ["b2"]])("is who has won the series: %s", async (...moves) => {
    const remote = await at(0, shared(["b2"]));
    const series = { best_of: 3, decided: true, score: [2, 1], to_move: null, version: 9 };
    await tell(shared(moves, { ...series, end: { winner: "X", how: "resigned" } }));
    expect(remote.game.said.text).toMatch(/You win: Bob resigned. You win the series, 2 to 1.$/);
  });

  it("is how long a move may take, and who is there", async () => {
    const remote = await at(0, shared([], { left: 60 }));
    expect(remote.deadline).toBe(Date.now() + 60_000);
    await tell({ game: ID, seats: [true, false], away: [null, 30], watching: 2 }, "presence");
    expect(remote.presence).toMatchObject({ seats: [true, false], watching: 2, at: Date.now() });
  });

  it("is a game of any rules, for which it need not be asked", async () => {
    const box = { ...shared(["a1"]), rules: "4,4,4" };
    const remote = await at(null, box);
    expect(remote.game.rules.cells).toBe(16);
    expect(remote.game.view.board).toHaveLength(16);
    expect(device.asked.filter(({ path }) => !path.endsWith("/events"))).toEqual([]);
  });

  it("is heard again after the stream has broken off", async () => {
    const remote = await at(0);
    streams[0]!.close();
    await settled();
    expect(remote.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams).toHaveLength(2);
    await tell(shared(["b2"]));
    expect(remote.connected).toBe(true);
    expect(remote.game.view.board[4]).toBe("X");
  });

  it("is nothing where the game is gone", async () => {
    status = 410;
    const remote = new Remote(ID);
    remote.open();
    await settled();
    expect(remote.gone).toBe(true);
  });

  it("is that the seat was handed on: one looks on from then", async () => {
    device.localStorage.setItem(
      "noughts-seats",
      JSON.stringify({ [ID]: { secret: SECRET, seat: 0, rules: "3,3,3", at: 1 } }),
    );
    status = 403;
    answers = () => ((status = 200), shared());
    const remote = new Remote(ID);
    remote.open();
    await settled();
    expect(remote.game.said.text).toBe(
      "This seat has moved to another device. You are watching now.",
    );
    expect([remote.mine, remote.gone]).toEqual([null, false]);
    expect(held()).toEqual({});
    expect(streams).toHaveLength(1);
  });
});

describe("a move", () => {
  it("stands at once, and is sent with the moment it belongs to", async () => {
    const remote = await at(0);
    let confirm: (game: object) => void = () => undefined;
    answers = () => new Promise((done) => (confirm = done));
    const played = play(remote, 4);
    expect([remote.game.view.board[4], remote.myTurn]).toEqual(["X", false]);
    // One moves once.
    await play(remote, 0);
    confirm(shared(["b2"]));
    await played;
    await settled();
    expect(remote.pending).toBeNull();
    expect(said()).toMatchObject([
      {
        path: `games/${ID}/moves`,
        secret: SECRET,
        body: { move: "b2", round: 1, takebacks: 0, ply: 0 },
      },
    ]);
  });

  it("is sent again until somebody answers", async () => {
    const remote = await at(0);
    const played = play(remote, 4);
    await settled();
    expect(remote.connected).toBe(false);
    expect(remote.state).toBe("Your move waits to be sent");
    await vi.advanceTimersByTimeAsync(1000);
    expect(remote.game.view.board[4]).toBe("X");
    answers = () => shared(["b2"]);
    await vi.advanceTimersByTimeAsync(1000);
    await played;
    expect(said()).toHaveLength(3);
    expect(remote.pending).toBeNull();
  });

  it("is sent, and the game is heard, as soon as the device is online again", async () => {
    const remote = await at(0);
    const played = play(remote, 4);
    streams[0]!.close();
    await settled();
    answers = () => shared(["b2"]);
    device.tell("online");
    await settled();
    await played;
    expect([streams.length, said().length, remote.pending]).toEqual([2, 2, null]);
  });

  it("that is refused is taken off the board, and it is said why", async () => {
    const remote = await at(0);
    answers = () => refused("turn", "It is not your turn.");
    await play(remote, 4);
    expect(remote.game.view.board[4]).toBeNull();
    expect([remote.game.trouble, remote.game.said.text]).toEqual(
      Array(2).fill("It is not your turn."),
    );
  });

  it("in a game that was removed meanwhile says that the game is gone", async () => {
    const remote = await at(0);
    answers = () => refused("no-game", "This game does not exist.", 404);
    await play(remote, 4);
    await settled();
    expect(remote.gone).toBe(true);
    expect(remote.game.trouble).toBeNull();
  });

  it("is not made on a cell that is taken, on another's turn, or by whoever looks on", async () => {
    const remote = await at(1, shared(["b2"]));
    await play(remote, 4);
    await tell(shared(["b2", "a1"]));
    await play(remote, 8);
    const watching = await at(null);
    await play(watching, 4);
    await watching.resign();
    expect(watching.game.trouble).toBe("You are watching.");
    expect(said()).toEqual([]);
  });

  it("may be a side, in an opening", async () => {
    const opening = { opener: 1, stones: 3, taken: null, choosing: true };
    const remote = await at(0, shared(["b2", "a1", "c3"], { to_move: 0, opening }));
    await waitFor(() => expect(remote.state).toBe("Choose your side"));
    expect([remote.acts, remote.myTurn]).toEqual([true, false]);
    answers = () => shared(["b2", "a1", "c3"], { version: 9, opening: { ...opening, taken: "X" } });
    await remote.choose("X");
    expect(said()).toMatchObject([{ path: `games/${ID}/side`, body: { take: "X", ply: 3 } }]);
    expect(remote.pending).toBeNull();
  });
});

describe("a seat", () => {
  it("is taken, held on this device, and listened from", async () => {
    const free = shared([], { seats: [seat("X", "Ada"), seat("O", "", false)] });
    const remote = await at(null, free);
    answers = ({ body }) => ({ secret: body.secret, seat: 1, game: shared([], { version: 2 }) });
    await remote.join("Bob");
    await settled();
    expect([remote.mine, remote.joining, remote.both]).toEqual([1, false, true]);
    const secret = said()[0]!.body.secret as string;
    expect(held()).toMatchObject({ [ID]: { secret, seat: 1 } });
    expect(device.asked.at(-1)).toMatchObject({ path: `games/${ID}/events`, secret });
  });

  it("that somebody else has taken is refused in words", async () => {
    const remote = await at(null);
    answers = () => refused("seat", "Both seats are taken.");
    await remote.join("Eve");
    expect([remote.mine, remote.game.trouble, remote.joining]).toEqual([
      null,
      "Both seats are taken.",
      false,
    ]);
  });

  it("is left for good", async () => {
    const remote = await at(0);
    answers = () => shared();
    await remote.leave();
    expect(said()).toMatchObject([{ method: "DELETE", path: `games/${ID}/seat`, secret: SECRET }]);
    expect(held()).toEqual({});
  });
});

describe("a game that has ended", () => {
  const end = { winner: "X", how: "resigned" };
  const ended = (other: object = {}) =>
    shared(["b2", "a2", "a1"], { end, to_move: null, version: 9, ...other });

  it.each([0, null] as const)("is reviewed in its place, by seat %s", async (mine) => {
    const remote = await at(mine, ended());
    const { game } = remote;
    expect([game.turn, game.playable, game.reviewing]).toEqual(["O", true, false]);
    await game.review();
    const grades = game.verdicts.map((each) => each?.grade);
    expect(grades).toEqual(["best", "threw away the draw", "best"]);
    expect(game.view.last).toBe(0);
    game.step(1);
    expect(game.said.text).toBe("Move 1 of 3. O to move.");
    game.play(2);
    expect([game.view.last, game.view.board[3]]).toEqual([2, null]);
    expect(game.branches.map(({ cell }) => cell)).toEqual([3, 2]);
    expect(remote.state).toBe(mine === 0 ? "You win: Bob resigned" : "Ada wins: Bob resigned");
    expect(said()).toEqual([]);
    // What the players say meanwhile leaves it alone.
    await tell(ended({ offer: { seat: 1, wish: "rematch" }, version: 10 }));
    expect(game.view.last).toBe(2);
  });

  it("gives way to the next one", async () => {
    const { game } = await at(0, ended());
    await game.review();
    await tell(shared([], { round: 2, version: 10 }));
    expect([game.reviewing, game.view.last, game.playable]).toEqual([false, -1, true]);
  });

  it("ends on the board, for whoever sees its end", async () => {
    const words = ["You win: Bob resigned", "Ada wins: Bob resigned"];
    const results = ["won", null];
    for (const [index, mine] of ([0, null] as const).entries()) {
      const { game } = await at(mine, shared(["b2", "a2", "a1"]));
      expect([game.justEnded, game.result]).toEqual([false, null]);
      await tell(ended());
      expect([game.justEnded, game.status, game.result]).toEqual([
        true,
        words[index],
        results[index],
      ]);
      game.step(1);
      expect([game.justEnded, game.status, game.result]).toEqual([false, "O to move", null]);
    }
    const { game } = await at(0, ended());
    expect(game.justEnded).toBe(false);
  });

  it("is followed by the next one with a tap, which offers it or agrees to it", async () => {
    const remote = await at(0, ended());
    answers = () => ended({ offer: { seat: 0, wish: "rematch" }, version: 10 });
    remote.again!();
    await settled();
    expect(said()).toMatchObject([{ path: `games/${ID}/offers`, body: { wish: "rematch" } }]);
    expect(remote.again).toBeNull();
    const other = await at(0, ended({ offer: { seat: 1, wish: "rematch" } }));
    answers = () => shared([], { round: 2, version: 10 });
    other.again!();
    await settled();
    expect(said().at(-1)).toMatchObject({
      path: `games/${ID}/answers`,
      body: { wish: "rematch", accept: true },
    });
    expect((await at(null, ended())).again).toBeNull();
    // Nobody is left to play with, however the game ended.
    const seats = [seat("X", "Ada"), seat("O", "", false)];
    expect((await at(0, ended({ seats }))).again).toBeNull();
  });

  it("may end a series, which has its own result", async () => {
    const best = { best_of: 3, decided: true, score: [2, 1] };
    const { series, medal } = await at(0, ended(best));
    expect([series, medal]).toEqual(["You win the series, 2 to 1.", true]);
    expect((await at(1, ended(best))).medal).toBe(false);
    expect((await at(0, ended({ ...best, score: [1, 1] }))).series).toBe("The series is a draw.");
    expect((await at(0, ended({ ...best, decided: false }))).series).toBeNull();
  });
});

describe("a game that goes on", () => {
  it.each([0, null] as const)("is looked back into without leaving, by seat %s", async (mine) => {
    const { game } = await at(mine, shared(["b2", "a1"]));
    game.step(1);
    expect(game.said.text).toBe("Move 1 of 2. O to move.");
    expect([game.view.last, game.playable]).toEqual([4, false]);
    game.play(8);
    expect(said()).toEqual([]);
    // The next move does not disturb; the way back leads to it.
    await tell(shared(["b2", "a1", "c3"]));
    expect([game.view.last, game.line.length]).toEqual([4, 4]);
    game.step(3);
    expect([game.view.last, game.status]).toEqual([8, "Bob to move"]);
    await tell(shared(["b2", "a1", "c3", "b1"], { version: 9 }));
    expect([game.view.last, game.playable]).toEqual([1, mine === 0]);
  });

  it("shows no values, whatever the settings say", () => {
    device.localStorage.setItem("noughts", JSON.stringify({ settings: { values: true } }));
    expect(recall().settings.values).toBe(true);
    expect(new Remote(ID).game.valuesShown).toBe(false);
  });

  it("is at its end for whoever looked back", async () => {
    const { game } = await at(1, shared(["b2", "a1"]));
    game.step(0);
    await tell(shared(["b2", "a1"], { end: { winner: "O", how: "resigned" }, version: 9 }));
    expect([game.view.last, game.justEnded, game.result]).toEqual([0, true, "won"]);
  });
});

describe("a game made at once", () => {
  it.each([
    [
      { rules: "4,4,4", sides: "O", length: 3 },
      { rules: "4,4,4", side: "O", best_of: 3, swap2: false },
    ],
    [
      { rules: "15,15,5", sides: "alternate", length: 1, opening: "swap2" },
      { rules: "15,15,5", side: "lot", best_of: null, swap2: true },
    ],
    [{ opening: "swap2" }, { rules: "3,3,3", side: "X", best_of: null, swap2: false }],
  ])("has the terms of what was played last: %o", async (settings, terms) => {
    device.localStorage.setItem("noughts", JSON.stringify({ settings }));
    device.localStorage.setItem("noughts-name", "Ada");
    answers = ({ body }) => ({
      secret: body.secret,
      seat: 0,
      game: shared([], { rules: terms.rules }),
    });
    vi.resetModules();
    const { lastTerms, makeGame } = await import("../src/together/making");
    expect(await makeGame(await lastTerms())).toBe(ID);
    expect(said()).toMatchObject([{ path: "games", body: { ...terms, name: "Ada" } }]);
    expect(held()).toMatchObject({ [ID]: { seat: 0, rules: terms.rules } });
  });
});
