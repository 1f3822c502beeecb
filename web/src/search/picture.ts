/** A small tree for a picture, from a search or elsewhere. */

import { cellName } from "../game/notation";
import type { Board } from "../game/rules";
import type { Branch, Recording, Status } from "./replay";
import { branchWords, nodeWords, valueText, windowText, winner } from "./words";

export interface PictureNode {
  readonly key: string;
  readonly status: Status;
  /** Null draws a branch that was cut off instead. */
  readonly board: Board | null;
  /** The cell just played. */
  readonly last?: number | null;
  /** The move to here, on its edge. */
  readonly move?: string;
  /** The text under the board: "+7", "~ +0.43". */
  readonly value?: string;
  /** Whose win the value is, for its colour and shape; null for a draw or a guess. */
  readonly winner?: "X" | "O" | null;
  /** Whether the value rests on a guess: it is drawn dashed. */
  readonly guessed?: boolean;
  readonly window?: string;
  /** Whether the edge to here is the best one so far: it is drawn thick. */
  readonly best?: boolean;
  /** Whether it can be dragged up and down. */
  readonly handle?: boolean;
  /** Whether it has just changed. */
  readonly lit?: boolean;
  /** Everything, for people who cannot see the picture. */
  readonly words: string;
  readonly children: readonly PictureNode[];
}

/** The tree of a search at a moment; `within` selects its nodes. */
export function pictureOf(
  recording: Recording,
  moment: number,
  within: (branch: Branch) => boolean = () => true,
): PictureNode {
  const { visits, rules } = recording;

  const ofVisit = (id: number, edge: Partial<PictureNode>): PictureNode => {
    const visit = visits[id]!;
    const known = recording.known(id, moment);
    const value = valueText(known, visit.mover);
    return {
      key: `n${id}`,
      status: known.status,
      board: visit.board,
      last: visit.cell,
      words: nodeWords(recording, id, moment),
      ...(value && { value, winner: winner(known.value!), guessed: !known.proven }),
      ...(known.window && { window: windowText(known.window) }),
      children: visit.branches.filter(within).map(ofBranch),
      ...edge,
    };
  };

  const ofBranch = (branch: Branch): PictureNode => {
    const edge = {
      move: cellName(rules.shape, branch.cell),
      best: recording.isBest(branch, moment),
      words: branchWords(recording, branch, moment),
    };
    if (branch.node !== null) return ofVisit(branch.node, edge);
    const status = recording.branchStatus(branch, moment);
    const key = `p${branch.parent}-${branch.cell}`;
    return { ...edge, key, status, board: null, children: [] };
  };

  return ofVisit(0, {});
}
