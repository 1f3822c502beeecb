/** A position as a standalone SVG file, with the page's strokes, for print and chat. */

import { gridStrokes, layers, MARGIN, marks, strikes } from "./drawing";
import { completeLines, type Board, type Rules } from "./rules";
import { sheets } from "./sheets";
import { boardWords, rulesWords } from "./words";

const INK = { X: "#1d4fa3", O: "#b5341c", rule: "#5a5e69", strike: "#2b2d33" };

export function picture(rules: Rules, board: Board): string {
  const { shape } = rules;
  const { starts, width, height } = sheets(shape);
  const group = (colour: string, size: number, paths: string[]) =>
    paths.length
      ? `<g stroke="${colour}" stroke-width="${size}">${paths.map((path) => `<path d="${path}"/>`).join("")}</g>`
      : "";
  const struck = completeLines(rules, board).flatMap((line) => strikes(shape, line));
  const body = layers(shape).map(({ index, cells }) => {
    const ink = (mark: "X" | "O") =>
      cells.flat().flatMap((cell) => (board[cell] === mark ? marks(shape, cell, mark) : []));
    const over = struck.filter(({ layer }) => layer === index).map(({ path }) => path);
    return (
      `<g transform="${starts[index]}">` +
      group(INK.rule, 3, gridStrokes(shape, index)) +
      group(INK.X, 8, ink("X")) +
      group(INK.O, 8, ink("O")) +
      group(INK.strike, 7, over) +
      "</g>"
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}"` +
    ` fill="none" stroke-linecap="round" stroke-linejoin="round" role="img">` +
    `<title>${rulesWords(rules.rules)}</title><desc>${boardWords(shape, board)}</desc>` +
    `${body.join("")}</svg>\n`
  );
}
