/** The picture of a search of which the reader sees every branch. */

import { play } from "../game/rules";
import { pictureOf, type PictureNode } from "../search/picture";
import type { Recording } from "../search/replay";

/** A picture in which what will be cut off is a board like the others, until it is. */
function unfolded(node: PictureNode): PictureNode {
  const children = node.children.map((child): PictureNode => {
    if (child.board || child.status === "pruned") return unfolded(child);
    const cell = Number(child.key.split("-").at(-1));
    return { ...child, board: play(node.board!, cell), last: cell };
  });
  return { ...node, children };
}

export const pictureAt = (recording: Recording, moment: number): PictureNode =>
  unfolded(pictureOf(recording, moment));
