/** Three lessons of 45 minutes, and what pupils get wrong, by the chapters of the course. */

import chapters from "../learn/chapters.json";

export interface Lesson {
  title: string;
  aims: readonly string[];
  /** From minute, to minute, what happens, and the chapter that it is about. */
  plan: readonly (readonly [from: number, to: number, what: string, chapter?: string])[];
}

export const LESSONS: readonly Lesson[] = [
  {
    title: "Why rules are not enough",
    aims: [
      "Pupils can say what a position, a reply and a game are.",
      "They find a game that a list of rules loses, though it looks safe.",
      "They can say why there are fewer games than ways to fill the board.",
    ],
    plan: [
      [0, 8, "In pairs, play three games on paper. Write down a rule that helped you."],
      [8, 25, "Show the lists on the wall. The class votes, then hunts for a lost game.", "rules"],
      [25, 40, "Answer the questions in pairs, on paper or on a device.", "trees"],
      [40, 45, "Say in one sentence: what is the difference between a game and a position?"],
    ],
  },
  {
    title: "Values climb up a tree",
    aims: [
      "Pupils score finished games and carry the values up a tree.",
      "They take the highest value when X moves, and the lowest when O does.",
      "They can say why the empty board is a draw.",
    ],
    plan: [
      [0, 15, "Open the tree on the wall. Before each value, the class predicts it.", "minimax"],
      [15, 30, "Fill in the tree (the worksheet below), alone. Then compare in pairs."],
      [30, 40, "Watch the same search in the theatre. Read each marked line aloud."],
      [
        40,
        45,
        "Answer the last question of the chapter: what is the empty board worth?",
        "minimax",
      ],
    ],
  },
  {
    title: "Write it and prove it",
    aims: [
      "Pupils complete a program that chooses a move by minimax.",
      "They tell a test of some games from a proof of all games.",
      "They find and mend a mistake from a lost game.",
    ],
    plan: [
      [0, 5, "Ask: how would you know that a program never loses?"],
      [5, 30, "Fill the three holes of the program, or write one (the exercise below).", "write"],
      [30, 40, "Play every game against the hard level. Why are 530 games enough?", "proof"],
      [40, 45, "Hand in: the code of your answers, or the result of your check."],
    ],
  },
];

export const MISCONCEPTIONS: readonly (readonly [think: string, ask: string, chapter: string])[] = [
  ["The other player may overlook it.", "Then the value is a hope. What does O play?", "minimax"],
  [
    "A game that is not over has no value.",
    "Look at its replies: do all of them have one?",
    "minimax",
  ],
  ["X begins, so X should win.", "Can you show a move of X that O cannot answer?", "minimax"],
  ["Games, positions and calls are the same.", "How many games end in this one position?", "trees"],
  [
    "Pruning guesses, so it can be wrong.",
    "Change a skipped value. What changes above?",
    "pruning",
  ],
  ["It has won every game, so it cannot lose.", "Which games has nobody played yet?", "rules"],
  ["The computer has learned to play.", "Where in the program is anything learned?", "proof"],
];

/** A chapter's number and title, and its address. */
export function chapterOf(slug: string) {
  const index = chapters.findIndex((each) => each.slug === slug);
  return { name: `${index + 1}. ${chapters[index]!.title}`, address: `/learn/${slug}` };
}
