// @vitest-environment ./tests/device.ts
/** A game with somebody on another device: what the server says, and what one says to it. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SharedGame } from "../src/together/api";
import { Table } from "../src/together/table.svelte";
import { Device, nobody, refused, use, type Asked } from "./device";

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
  answers = () => nobody();
  device = new Device((asked) => {
    if (!asked.path.endsWith("/events")) return answers(asked);
    if (status !== 200) return refused("seat", "", status);
    return new Response(new ReadableStream({ start: (stream) => void streams.push(stream) }));
  });
  use(device);
  return () => vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

async function tell(game: object, event = "game"): Promise<void> {
  const data = `event: ${event}\ndata: ${JSON.stringify(game)}\n\n`;
  streams.at(-1)!.enqueue(new TextEncoder().encode(data));
  await settled();
}

/** A game that is open, by whoever holds a seat, or looks on. */
async function at(mine: 0 | 1 | null, game: SharedGame = shared()): Promise<Table> {
  device.localStorage.clear();
  if (mine !== null) {
    const held = { [ID]: { secret: SECRET, seat: mine, rules: "3,3,3", at: 1 } };
    device.localStorage.setItem("noughts-seats", JSON.stringify(held));
  }
  const table = new Table(ID);
  table.open();
  await settled();
  await tell(game);
  return table;
}

const held = () => JSON.parse(device.localStorage.getItem("noughts-seats") ?? "{}") as object;
const said = () => device.asked.filter(({ method, path }) => method !== "GET" && path !== "");

describe("what the server says", () => {
  it("is the board, whose turn it is, and who moved", async () => {
    const table = await at(1);
    expect([table.state, table.myTurn]).toEqual(["Ada to move", false]);
    await tell(shared(["b2"]));
    expect(table.view.board[4]).toBe("X");
    expect(table.said.text).toBe("Ada: b2. Your turn.");
    expect(table.myTurn).toBe(true);
    await tell(shared(["b2", "a1"]));
    expect(table.said.text).toBe("You: a1. Ada to move.");
  });

  it("is not taken where it is older than what is known", async () => {
    const table = await at(1, shared(["b2", "a1"]));
    await tell(shared(["b2"]));
    expect(table.view.board[0]).toBe("O");
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
    const table = await at(1, shared(["b2"]));
    await tell(game);
    expect(table.said.text).toBe(words);
  });

  it("is that both are here, once they are", async () => {
    const table = await at(0, shared([], { seats: [seat("X", "Ada"), seat("O", "", false)] }));
    expect(table.both).toBe(false);
    await tell(shared([], { version: 2 }));
    expect(table.said.text).toBe("Both are here. Your turn.");
  });

  it("is nobody's own offer", async () => {
    const table = await at(0, shared(["b2"]));
    await tell(shared(["b2"], { offer: { seat: 0, wish: "draw" }, version: 9 }));
    expect(table.said.text).toBe("");
  });

  it("is how long a move may take, and who is there", async () => {
    const table = await at(0, shared([], { left: 60 }));
    expect(table.deadline).toBe(Date.now() + 60_000);
    await tell({ game: ID, seats: [true, false], away: [null, 30], watching: 2 }, "presence");
    expect(table.presence).toMatchObject({ seats: [true, false], watching: 2, at: Date.now() });
  });

  it("is a game of any rules, for which it need not be asked", async () => {
    const box = { ...shared(["a1"]), rules: "4,4,4" };
    const table = await at(null, box);
    expect(table.rules.cells).toBe(16);
    expect(table.view.board).toHaveLength(16);
    expect(device.asked.filter(({ path }) => !path.endsWith("/events"))).toEqual([]);
  });

  it("is heard again after the stream has broken off", async () => {
    const table = await at(0);
    streams[0]!.close();
    await settled();
    expect(table.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams).toHaveLength(2);
    await tell(shared(["b2"]));
    expect(table.connected).toBe(true);
    expect(table.view.board[4]).toBe("X");
  });

  it("is nothing where the game is gone", async () => {
    status = 410;
    const table = new Table(ID);
    table.open();
    await settled();
    expect(table.gone).toBe(true);
  });

  it("is that the seat was handed on: one looks on from then", async () => {
    device.localStorage.setItem(
      "noughts-seats",
      JSON.stringify({ [ID]: { secret: SECRET, seat: 0, rules: "3,3,3", at: 1 } }),
    );
    status = 403;
    answers = () => ((status = 200), shared());
    const table = new Table(ID);
    table.open();
    await settled();
    expect(table.said.text).toBe("This seat has moved to another device. You are watching now.");
    expect([table.mine, table.gone]).toEqual([null, false]);
    expect(held()).toEqual({});
    expect(streams).toHaveLength(1);
  });
});

describe("a move", () => {
  it("stands at once, and is sent with the moment it belongs to", async () => {
    const table = await at(0);
    let confirm: (game: object) => void = () => undefined;
    answers = () => new Promise((done) => (confirm = done));
    const played = table.play(4);
    expect([table.view.board[4], table.myTurn]).toEqual(["X", false]);
    // One moves once.
    await table.play(0);
    confirm(shared(["b2"]));
    await played;
    expect(table.pending).toBeNull();
    expect(said()).toMatchObject([
      {
        path: `games/${ID}/moves`,
        secret: SECRET,
        body: { move: "b2", round: 1, takebacks: 0, ply: 0 },
      },
    ]);
  });

  it("is sent again until somebody answers", async () => {
    const table = await at(0);
    const played = table.play(4);
    await settled();
    expect(table.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.view.board[4]).toBe("X");
    answers = () => shared(["b2"]);
    await vi.advanceTimersByTimeAsync(1000);
    await played;
    expect(said()).toHaveLength(3);
    expect(table.pending).toBeNull();
  });

  it("that is refused is taken off the board, and it is said why", async () => {
    const table = await at(0);
    answers = () => refused("turn", "It is not your turn.");
    await table.play(4);
    expect(table.view.board[4]).toBeNull();
    expect([table.trouble, table.said.text]).toEqual(Array(2).fill("It is not your turn."));
  });

  it("is not made on a cell that is taken, on another's turn, or by whoever looks on", async () => {
    const table = await at(1, shared(["b2"]));
    await table.play(4);
    await tell(shared(["b2", "a1"]));
    await table.play(8);
    const watching = await at(null);
    await watching.play(4);
    await watching.resign();
    expect(watching.trouble).toBe("You are watching.");
    expect(said()).toEqual([]);
  });

  it("may be a side, in an opening", async () => {
    const opening = { opener: 1, stones: 3, taken: null, choosing: true };
    const table = await at(0, shared(["b2", "a1", "c3"], { to_move: 0, opening }));
    await vi.waitFor(() => expect(table.state).toBe("Choose your side"));
    expect([table.acts, table.myTurn]).toEqual([true, false]);
    answers = () => shared(["b2", "a1", "c3"], { version: 9, opening: { ...opening, taken: "X" } });
    await table.choose("X");
    expect(said()).toMatchObject([{ path: `games/${ID}/side`, body: { take: "X", ply: 3 } }]);
    expect(table.pending).toBeNull();
  });
});

describe("a seat", () => {
  it("is taken, held on this device, and listened from", async () => {
    const free = shared([], { seats: [seat("X", "Ada"), seat("O", "", false)] });
    const table = await at(null, free);
    answers = ({ body }) => ({ secret: body.secret, seat: 1, game: shared([], { version: 2 }) });
    await table.join("Bob");
    await settled();
    expect([table.mine, table.joining, table.both]).toEqual([1, false, true]);
    const secret = said()[0]!.body.secret as string;
    expect(held()).toMatchObject({ [ID]: { secret, seat: 1 } });
    expect(device.asked.at(-1)).toMatchObject({ path: `games/${ID}/events`, secret });
  });

  it("that somebody else has taken is refused in words", async () => {
    const table = await at(null);
    answers = () => refused("seat", "Both seats are taken.");
    await table.join("Eve");
    expect([table.mine, table.trouble, table.joining]).toEqual([
      null,
      "Both seats are taken.",
      false,
    ]);
  });

  it("is left for good", async () => {
    const table = await at(0);
    answers = () => shared();
    await table.leave();
    expect(said()).toMatchObject([{ method: "DELETE", path: `games/${ID}/seat`, secret: SECRET }]);
    expect(held()).toEqual({});
  });
});

describe("a game that has ended", () => {
  const end = { winner: "X", how: "resigned" };
  const ended = () => shared(["b2", "a2", "a1"], { end, to_move: null, version: 9 });

  it.each([0, null] as const)("is reviewed in its place, by seat %s", async (mine) => {
    const table = await at(mine, ended());
    expect(table.pen).toBeNull();
    await table.startReview();
    const game = table.review!;
    const grades = game.verdicts.map((each) => each?.grade);
    expect(grades).toEqual(["best", "threw away the draw", "best"]);
    expect([table.view.last, table.pen]).toEqual([0, "O"]);
    game.step(1);
    expect(table.said.text).toBe("Move 1 of 3. O to move.");
    await table.play(2);
    expect([table.view.last, table.view.board[3]]).toEqual([2, null]);
    expect(game.branches.map(({ cell }) => cell)).toEqual([3, 2]);
    expect(table.state).toBe(mine === 0 ? "You win: Bob resigned" : "Ada wins: Bob resigned");
    expect(said()).toEqual([]);
  });

  it("gives way to the next one", async () => {
    const table = await at(0, ended());
    await table.startReview();
    await tell(shared([], { round: 2, version: 10 }));
    expect([table.review, table.view.last, table.pen]).toEqual([null, -1, "X"]);
  });
});
