/** Three lessons of 45 minutes, and what pupils get wrong, by the chapters of the course. */

import chapters from "../learn/chapters.json";
import { t } from "../site/t";

export interface Lesson {
  title: string;
  aims: readonly string[];
  /** From minute, to minute, what happens, and the chapter that it is about. */
  plan: readonly (readonly [from: number, to: number, what: string, chapter?: string])[];
}

export const LESSONS: readonly Lesson[] = [
  {
    title: t("Why rules are not enough"),
    aims: [
      t("Pupils can say what a position, a reply and a game are."),
      t("They find a game that a list of rules loses, though it looks safe."),
      t("They can say why there are fewer games than ways to fill the board."),
    ],
    plan: [
      [0, 8, t("In pairs, play three games on paper. Write down a rule that helped you.")],
      [
        8,
        25,
        t("Show the lists on the wall. The class votes, then hunts for a lost game."),
        "rules",
      ],
      [25, 40, t("Answer the questions in pairs, on paper or on a device."), "trees"],
      [40, 45, t("Say in one sentence: what is the difference between a game and a position?")],
    ],
  },
  {
    title: t("Values climb up a tree"),
    aims: [
      t("Pupils score finished games and carry the values up a tree."),
      t("They take the highest value when X moves, and the lowest when O does."),
      t("They can say why the empty board is a draw."),
    ],
    plan: [
      [0, 15, t("Open the tree on the wall. Before each value, the class predicts it."), "minimax"],
      [15, 30, t("Fill in the tree (the worksheet below), alone. Then compare in pairs.")],
      [30, 40, t("Watch the same search in the theatre. Read each marked line aloud.")],
      [
        40,
        45,
        t("Answer the last question of the chapter: what is the empty board worth?"),
        "minimax",
      ],
    ],
  },
  {
    title: t("Write it and prove it"),
    aims: [
      t("Pupils complete a program that chooses a move by minimax."),
      t("They tell a test of some games from a proof of all games."),
      t("They find and mend a mistake from a lost game."),
    ],
    plan: [
      [0, 5, t("Ask: how would you know that a program never loses?")],
      [
        5,
        30,
        t("Fill the three holes of the program, or write one (the exercise below)."),
        "write",
      ],
      [30, 40, t("Play every game against the hard level. Why are 530 games enough?"), "proof"],
      [40, 45, t("Hand in: the code of your answers, or the result of your check.")],
    ],
  },
];

export const MISCONCEPTIONS: readonly (readonly [think: string, ask: string, chapter: string])[] = [
  [
    t("The other player may overlook it."),
    t("Then the value is a hope. What does O play?"),
    "minimax",
  ],
  [
    t("A game that is not over has no value."),
    t("Look at its replies: do all of them have one?"),
    "minimax",
  ],
  [t("X begins, so X should win."), t("Can you show a move of X that O cannot answer?"), "minimax"],
  [
    t("Games, positions and calls are the same."),
    t("How many games end in this one position?"),
    "trees",
  ],
  [
    t("Pruning guesses, so it can be wrong."),
    t("Change a skipped value. What changes above?"),
    "pruning",
  ],
  [
    t("It has won every game, so it cannot lose."),
    t("Which games has nobody played yet?"),
    "rules",
  ],
  [t("The computer has learned to play."), t("Where in the program is anything learned?"), "proof"],
];

/** A chapter's number and title, and its address. */
export function chapterOf(slug: string) {
  const index = chapters.findIndex((each) => each.slug === slug);
  const { title, address } = chapters[index]!;
  return { name: `${index + 1}. ${title}`, address };
}
