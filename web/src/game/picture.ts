/** A position as a picture that stands alone, as SVG for print and as PNG for chats. */

import { gridStrokes, layers, MARGIN, marks, strikes } from "./drawing";
import { completeLines, type Board, type Rules } from "./rules";
import { sheets } from "./sheets";
import { boardWords, rulesWords } from "./words";

/** The light theme's colours: a file has no theme. */
export const INK = {
  x: "#1d4fa3",
  o: "#b5341c",
  soft: "#5a5e69",
  ink: "#2b2d33",
  paper: "#f8f4e9",
};
const FONT = '"Patrick Hand", ui-rounded, system-ui, sans-serif';
/** The width of a PNG, and the space around it in hundredths of a cell. */
const WIDTH = 1200;
const SPACE = 40;

interface Stroke {
  readonly colour: string;
  readonly size: number;
  readonly paths: readonly string[];
}

/** What is drawn: the strokes of each layer at its place, and words below, the first line large. */
function sketch(rules: Rules, board: Board, words: readonly string[]) {
  const { shape } = rules;
  const { places, width, height } = sheets(shape);
  const struck = completeLines(rules, board).flatMap((line) => strikes(shape, line));
  const drawn = layers(shape).map(({ index, cells }) => {
    const ink = (mark: "X" | "O") =>
      cells.flat().flatMap((cell) => (board[cell] === mark ? marks(shape, cell, mark) : []));
    const over = struck.filter(({ layer }) => layer === index).map(({ path }) => path);
    const strokes: Stroke[] = [
      { colour: INK.soft, size: 3, paths: gridStrokes(shape, index) },
      { colour: INK.x, size: 8, paths: ink("X") },
      { colour: INK.o, size: 8, paths: ink("O") },
      { colour: INK.ink, size: 7, paths: over },
    ];
    return { place: places[index]!, strokes: strokes.filter(({ paths }) => paths.length > 0) };
  });
  // Words keep to the width of the board.
  const size = Math.min(width / 9, 60);
  const lines = words.map((text, at) => ({
    text,
    size: at === 0 ? size : size * 0.55,
    y: height + MARGIN + size * (1.1 + at * 0.8),
  }));
  const foot = lines.length > 0 ? lines.at(-1)!.y + size * 0.4 : height;
  return { drawn, lines, width, height: foot };
}

export function svg(rules: Rules, board: Board, words: readonly string[]): string {
  const { drawn, lines, width, height } = sketch(rules, board, words);
  const group = ({ colour, size, paths }: Stroke) =>
    `<g stroke="${colour}" stroke-width="${size}">${paths.map((path) => `<path d="${path}"/>`).join("")}</g>`;
  const text = ({ text, size, y }: (typeof lines)[number]) =>
    `<text x="${width / 2}" y="${y}" font-size="${size}" font-family='${FONT}' text-anchor="middle" fill="${INK.ink}">${text}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}"` +
    ` fill="none" stroke-linecap="round" stroke-linejoin="round" role="img">` +
    `<title>${rulesWords(rules.rules)}</title><desc>${boardWords(rules.shape, board)}</desc>` +
    drawn
      .map(({ place: [x, y], strokes }) =>
        [`<g transform="translate(${x} ${y})">`, ...strokes.map(group), "</g>"].join(""),
      )
      .join("") +
    `${lines.map(text).join("")}</svg>\n`
  );
}

export function png(rules: Rules, board: Board, words: readonly string[]): Promise<Blob> {
  const { drawn, lines, width, height } = sketch(rules, board, words);
  const scale = WIDTH / (width + 2 * SPACE);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((height + 2 * SPACE) * scale);
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = INK.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.lineCap = pen.lineJoin = "round";
  const move = (x: number, y: number) =>
    pen.setTransform(scale, 0, 0, scale, (SPACE + x) * scale, (SPACE + y) * scale);
  for (const { place, strokes } of drawn) {
    move(...place);
    for (const { colour, size, paths } of strokes) {
      pen.strokeStyle = colour;
      pen.lineWidth = size;
      for (const path of paths) pen.stroke(new Path2D(path));
    }
  }
  move(0, 0);
  pen.fillStyle = INK.ink;
  pen.textAlign = "center";
  for (const { text, size, y } of lines) {
    pen.font = `${size}px ${FONT}`;
    pen.fillText(text, width / 2, y, width);
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture was made")))),
  );
}
