/** Messages of the catalogue, filled in: pieces of text, some of which name a cell. */

import { patternOf, type Message } from "../site/t";

export type Piece = string | { readonly name: string; readonly cell: number | null };
type Value = string | number | readonly Piece[];

export function say(message: Message, values: Readonly<Record<string, Value>> = {}): Piece[] {
  return patternOf(message, values.count)
    .split(/[{}]/)
    .flatMap((part, index) => {
      const value = index % 2 ? values[part]! : part;
      return typeof value === "number" ? String(value) : value || [];
    });
}

/** Pieces as plain text. */
export const plain = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");
