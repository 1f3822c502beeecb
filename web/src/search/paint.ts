/**
 * The picture of a search on a canvas. It draws only what is in view, and one of the nodes that
 * share a pixel. Strokes of one colour are drawn at once. Colours come from the page.
 */

import type { Board } from "../game/rules";
import { BOARD, inView, place, SHAPE, size, type Camera } from "./camera";
import type { Item, Scene } from "./items";
import type { Ink } from "./palette";
import type { Recording, Status } from "./replay";
import { cellName } from "../game/notation";
import { count } from "../site/t";
import { valueText, windowText, winner } from "./words";

export interface View {
  readonly recording: Recording;
  readonly scene: Scene;
  readonly camera: Camera;
  readonly moment: number;
  readonly ink: Ink;
  readonly picked: Item | null;
  /** Nodes to ring, because something else on the page points at them. */
  readonly lit: ReadonlySet<Item>;
}

/** Draw everything; returns how many nodes in view were hidden by others on their pixel. */
export function paint(context: CanvasRenderingContext2D, view: View): number {
  const { scene, camera } = view;
  context.clearRect(0, 0, camera.width, camera.height);
  context.lineCap = "round";
  context.lineJoin = "round";
  const pen = new Pen(context, view);
  const visible = scene.rows.map((row) => ({ row, ...inView(row, camera) }));
  for (const { row, from, to } of visible) pen.edges(row, from, to);
  pen.strokeEdges();
  let crowded = 0;
  for (const { row, from, to } of visible) {
    const y = row[0] ? place(camera, row[0]).y : 0;
    if (y > camera.height || y < -200) continue;
    crowded += pen.nodes(row, from, to);
  }
  pen.finish();
  return crowded;
}

class Pen {
  readonly #path: ReadonlySet<Item>;
  readonly #open: Item | null;
  readonly #thin = new Path2D();
  readonly #faint = new Path2D();
  readonly #cut = new Path2D();
  readonly #best = new Path2D();
  readonly #way = new Path2D();
  readonly #grids = new Path2D();
  readonly #crosses = new Path2D();
  readonly #rings = new Path2D();
  readonly #late: (() => void)[] = [];

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly view: View,
  ) {
    const { recording, scene, moment } = view;
    const running = recording.running(moment);
    this.#path = new Set(recording.path(running).map((id) => scene.shownBy[id]!));
    this.#open = running === null ? null : scene.shownBy[running]!;
  }

  #status(item: Item): Status {
    const { recording, moment } = this.view;
    if (item.node === null) return recording.branchStatus(item.branch!, moment);
    // Cheaper than asking the recording twenty thousand times per frame.
    const { events, leave } = recording.visits[item.node]!;
    if (events[0]! >= moment) return "unvisited";
    if (item === this.#open && !(leave && events.at(-1)! < moment)) return "open";
    return leave && events.at(-1)! < moment ? "done" : "waiting";
  }

  // -- edges --------------------------------------------------------------------------------------

  edges(row: readonly Item[], from: number, to: number) {
    const { camera, recording, moment } = this.view;
    const parents = new Map<Item, number | null>();
    let last = NaN;
    for (let index = from; index < to; index += 1) {
      const item = row[index]!;
      if (!item.parent) continue;
      if (!parents.has(item.parent)) {
        parents.set(item.parent, recording.bestCell(item.parent.node!, moment));
      }
      const best = item.node !== null && parents.get(item.parent) === item.branch!.cell;
      const way = this.#path.has(item);
      const { x, y } = place(camera, item);
      // Of edges that end on one pixel, the first is enough.
      if (!best && !way && Math.abs(x - last) < 0.75) continue;
      last = x;
      const start = place(camera, item.parent);
      const top = start.y + this.#bottom(item.parent);
      const middle = (top + y) / 2;
      const status = this.#status(item);
      const into = way
        ? this.#way
        : best
          ? this.#best
          : status === "unvisited"
            ? this.#faint
            : status === "pruned"
              ? this.#cut
              : this.#thin;
      into.moveTo(start.x, top);
      into.bezierCurveTo(start.x, middle, x, middle, x, y - 2);
    }
  }

  #bottom(item: Item): number {
    const { camera, recording, moment } = this.view;
    const high = size(camera, item);
    if (high < BOARD) return high;
    const windowed = high >= 60 && recording.visits[item.node!]!.window !== null;
    return high + (windowed && recording.status(item.node!, moment) !== "done" ? 36 : 20);
  }

  strokeEdges() {
    const { ink, camera } = this.view;
    // Dashes are slow to draw, and invisible among dense edges.
    const dashed = camera.across >= SHAPE;
    this.#stroke(this.#faint, ink["pencil-faint"], dashed ? 1 : 0.4, dashed ? [1, 4] : []);
    this.#stroke(this.#cut, ink["pencil-faint"], dashed ? 1.3 : 0.6, dashed ? [6, 4] : []);
    this.#stroke(this.#thin, ink["pencil-soft"], Math.max(0.5, Math.min(camera.across / 5, 1.2)));
    this.#stroke(this.#best, ink.pencil, Math.max(0.8, Math.min(camera.across / 4, 3.8)));
    this.#stroke(this.#way, ink.focus, 2.6);
  }

  // -- nodes --------------------------------------------------------------------------------------

  nodes(row: readonly Item[], from: number, to: number): number {
    const { camera, picked, lit } = this.view;
    let last = NaN;
    let crowded = 0;
    for (let index = from; index < to; index += 1) {
      const item = row[index]!;
      const { x, y } = place(camera, item);
      if (x < -camera.across - 60 || x > camera.width + camera.across + 60) continue;
      const special = item === picked || item === this.#open || lit.has(item);
      const near = size(camera, item);
      if (!special && near < SHAPE && Math.abs(x - last) < 0.75) {
        crowded += 1;
        continue;
      }
      last = x;
      const status = this.#status(item);
      if (item === this.#open && near < BOARD) this.#late.push(() => this.#here(x, y + near / 2));
      if (item === picked) this.#late.push(() => this.#halo(x, y, near, 4));
      else if (lit.has(item)) this.#late.push(() => this.#halo(x, y, near, 2));
      if (item.node === null) this.#cutMark(item, x, y, near, status);
      else if (near >= BOARD) this.#board(item, x, y, near, status);
      else this.#shape(item, x, y, near, status);
      if (item.alike > 1 && near >= SHAPE) this.#alike(item, x, y, near);
    }
    return crowded;
  }

  finish() {
    const { ink } = this.view;
    this.#stroke(this.#grids, ink["pencil-soft"], 1);
    this.#stroke(this.#crosses, ink.x, 2.2);
    this.#stroke(this.#rings, ink.o, 2.2);
    for (const draw of this.#late) draw();
  }

  /** A cross where a branch was cut off; a faint line before that. */
  #cutMark(item: Item, x: number, y: number, near: number, status: Status) {
    const { context, view } = this;
    const reach = Math.max(1.5, Math.min(near / 2, 6));
    context.globalAlpha = status === "pruned" ? 1 : 0.25;
    const wide = 2 * reach;
    const mark = new Path2D(`M${x - reach} ${y}l${wide} ${wide}m0 ${-wide}l${-wide} ${wide}`);
    this.#stroke(mark, view.ink.pencil, reach > 3 ? 2.2 : 1);
    context.globalAlpha = 1;
    if (near < 34) return;
    const move = cellName(view.recording.rules.shape, item.branch!.cell);
    this.#write(move, x, y + 26, 11, view.ink["pencil-soft"]);
  }

  /** Small, but informative: the outline is the status, the fill is the value. */
  #shape(item: Item, x: number, y: number, near: number, status: Status) {
    const { context, view } = this;
    const { ink, recording } = view;
    const half = near / 2;
    const path = new Path2D();
    const done = status === "done" ? recording.visits[item.node!]!.leave! : null;
    const side = done ? winner(done.value) : null;
    if (near < SHAPE)
      path.rect(x - Math.max(0.6, half * 0.8), y, Math.max(1.2, near * 0.8), Math.max(3, near));
    else if (side === "X") triangle(path, x, y + near, half, -near);
    else if (side === "O") triangle(path, x, y, half, near);
    else if (status === "waiting")
      path.rect(x - half * 0.8, y + half * 0.2, half * 1.6, half * 1.6);
    else path.arc(x, y + half, half * 0.8, 0, 7);
    if (done) {
      context.fillStyle = side === "X" ? ink.x : side === "O" ? ink.o : ink.even;
      if (done.proven) context.fill(path);
      else this.#stroke(path, context.fillStyle, 1.4, near < SHAPE ? [] : [2, 2]);
    } else {
      const faint = status === "unvisited";
      this.#stroke(
        path,
        faint ? ink["pencil-faint"] : ink.pencil,
        faint ? 1 : 2,
        faint && near >= SHAPE ? [1, 3] : [],
      );
    }
    if (item.folded && near >= SHAPE) this.#folded(item, x, y + near);
  }

  #board(item: Item, x: number, y: number, near: number, status: Status) {
    const { context, view } = this;
    const { ink, recording, moment } = view;
    const visit = recording.visits[item.node!]!;
    const shape = recording.rules.shape;
    const [columns = 1, rows = 1, layers = 1] = shape;
    const wide = columns * layers + (layers - 1) * 0.5;
    const cell = Math.min((near - 6) / wide, (near - 6) / rows);
    const [w, h] = [cell * wide, cell * rows];
    const [left, top] = [x - w / 2, y + (near - h) / 2];
    const frame = new Path2D();
    frame.roundRect(x - w / 2 - 4, top - 4, w + 8, h + 8, 4);
    context.fillStyle = ink.sheet;
    context.fill(frame);
    if (status === "open") {
      context.fillStyle = ink.marker;
      context.fill(frame);
    }
    const outline: Record<Status, [string, number, number[]]> = {
      unvisited: [ink["pencil-faint"], 1, [1, 4]],
      open: [ink.pencil, 3.2, []],
      waiting: [ink.focus, 1.8, []],
      done: [ink["pencil-soft"], 1.2, []],
      pruned: [ink["pencil-faint"], 1, []],
    };
    this.#stroke(frame, ...outline[status]);
    this.#marks(visit.board, shape, left, top, cell);
    if (status === "waiting") {
      for (const dx of [-5, 0, 5]) this.#dot(x + w / 2 - 4 + dx, top - 5);
    } else if (status === "open") {
      context.fillStyle = ink.pencil;
      context.fill(new Path2D(`M${x - w / 2 - 14} ${y + near / 2 - 6}l9 6-9 6z`));
    }
    if (item.branch && near >= 34) {
      const from = recording.visits[item.branch.parent]!;
      const move = cellName(shape, item.branch.cell);
      this.#write(move, x + w / 2 + 2, top - 7, 11, from.mover === "X" ? ink.x : ink.o, "left");
    }
    const known = recording.known(item.node!, moment);
    const value = valueText(known, visit.mover);
    if (value) {
      const side = winner(known.value!);
      const colour = side === "X" ? ink.x : side === "O" ? ink.o : ink.even;
      const dashed = !known.proven;
      const text = near < 34 ? value.replace(" ", "") : value;
      this.#write(text, x, y + near + 15, near < 34 ? 12 : 15, colour, "center", dashed);
    }
    if (known.window && near >= 60 && status !== "done") {
      this.#write(windowText(known.window), x, y + near + 30, 11, ink["pencil-soft"]);
    }
    if (item.folded) this.#folded(item, x, y + near + 18);
  }

  #marks(board: Board, shape: readonly number[], left: number, top: number, cell: number) {
    const [columns = 1, rows = 1, layers = 1] = shape;
    for (let layer = 0; layer < layers; layer += 1) {
      const x0 = left + layer * (columns + 0.5) * cell;
      for (let i = 1; i < columns; i += 1)
        line(this.#grids, x0 + i * cell, top, x0 + i * cell, top + rows * cell);
      for (let i = 1; i < rows; i += 1)
        line(this.#grids, x0, top + i * cell, x0 + columns * cell, top + i * cell);
    }
    board.forEach((mark, index) => {
      if (!mark) return;
      const layer = Math.floor(index / (columns * rows));
      const x = left + ((index % columns) + 0.5 + layer * (columns + 0.5)) * cell;
      const y = top + ((Math.floor(index / columns) % rows) + 0.5) * cell;
      const reach = cell * 0.28;
      if (mark === "X") {
        line(this.#crosses, x - reach, y - reach, x + reach, y + reach);
        line(this.#crosses, x + reach, y - reach, x - reach, y + reach);
      } else {
        this.#rings.moveTo(x + reach, y);
        this.#rings.arc(x, y, reach, 0, 2 * Math.PI);
      }
    });
  }

  #folded(item: Item, x: number, y: number) {
    this.#write(`+${count(item.hidden)}`, x, y + 14, 12, this.view.ink.pencil);
  }

  #alike(item: Item, x: number, y: number, near: number) {
    this.#late.push(() =>
      this.#write(`×${item.alike}`, x - near / 2 - 2, y + 4, 13, this.view.ink.pencil, "right"),
    );
  }

  /** The running call, too small for a board: a clearly visible diamond. */
  #here(x: number, y: number) {
    const { context, view } = this;
    const path = new Path2D(`M${x} ${y - 9}l8 9-8 9-8-9z`);
    context.fillStyle = view.ink.sheet;
    context.fill(path);
    context.fillStyle = view.ink.marker;
    context.fill(path);
    this.#stroke(path, view.ink.pencil, 2.6);
  }

  #halo(x: number, y: number, near: number, width: number) {
    const half = Math.max(near / 2 + 4, 7);
    const path = new Path2D();
    path.roundRect(x - half, y + near / 2 - half, 2 * half, 2 * half, 6);
    this.#stroke(path, this.view.ink.focus, width, [7, 4]);
  }

  #dot(x: number, y: number) {
    this.context.fillStyle = this.view.ink.focus;
    this.context.beginPath();
    this.context.arc(x, y, 1.9, 0, 7);
    this.context.fill();
  }

  #write(
    text: string,
    x: number,
    y: number,
    high: number,
    colour: string,
    align: CanvasTextAlign = "center",
    guessed = false,
  ) {
    const { context, view } = this;
    context.font = `${guessed ? "italic " : ""}${high}px ${view.ink.hand}`;
    context.textAlign = align;
    // A rim of paper, so that no edge runs through the words.
    context.strokeStyle = view.ink.sheet;
    context.lineWidth = 4;
    context.setLineDash([]);
    context.strokeText(text, x, y);
    context.fillStyle = colour;
    context.fillText(text, x, y);
    if (!guessed) return;
    const half = context.measureText(text).width / 2 + 3;
    const under = new Path2D();
    line(under, x - half, y + 3, x + half, y + 3);
    this.#stroke(under, colour, 1.2, [3, 3]);
  }

  #stroke(path: Path2D, colour: string, width: number, dash: number[] = []) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke(path);
  }
}

function line(path: Path2D, x1: number, y1: number, x2: number, y2: number) {
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
}

function triangle(path: Path2D, x: number, base: number, half: number, rise: number) {
  path.moveTo(x - half, base);
  path.lineTo(x + half, base);
  path.lineTo(x, base + rise);
  path.closePath();
}
