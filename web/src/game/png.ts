/** A position as a PNG, for chats without SVG: the same strokes, on paper. */

import { gridStrokes, layers, marks, strikes } from "./drawing";
import { completeLines, type Board, type Rules } from "./rules";

const INK = { X: "#1d4fa3", O: "#b5341c", rule: "#5a5e69", strike: "#2b2d33", paper: "#f8f4e9" };
const MARGIN = 40;
const GAP = 60;
const WIDTH = 1200;

export function png(rules: Rules, board: Board): Promise<Blob> {
  const { shape } = rules;
  const [columns = 1, rows = 1] = shape;
  const sheets = layers(shape);
  const step = columns * 100 + GAP;
  const size = { width: step * sheets.length - GAP + 2 * MARGIN, height: rows * 100 + 2 * MARGIN };
  const scale = WIDTH / size.width;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(size.height * scale);
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = INK.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.lineCap = "round";
  pen.lineJoin = "round";
  const draw = (colour: string, width: number, paths: readonly string[]) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (const path of paths) pen.stroke(new Path2D(path));
  };
  const struck = completeLines(rules, board).flatMap((line) => strikes(shape, line));
  for (const { index, cells } of sheets) {
    pen.setTransform(scale, 0, 0, scale, (MARGIN + index * step) * scale, MARGIN * scale);
    draw(INK.rule, 3, gridStrokes(shape, index));
    for (const mark of ["X", "O"] as const) {
      const taken = cells.flat().filter((cell) => board[cell] === mark);
      draw(
        INK[mark],
        8,
        taken.flatMap((cell) => marks(shape, cell, mark)),
      );
    }
    const over = struck.filter(({ layer }) => layer === index).map(({ path }) => path);
    draw(INK.strike, 7, over);
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture was made")))),
  );
}
