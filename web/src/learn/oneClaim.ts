/** The shortest proof with a plan for the whole end of a game: one claim of Connect Four's. */

/** As `noughts verify` reads it: in the claim, `=` says that each stone is answered right above. */
export const ONE_CLAIM = [
  "noughts certificate 4",
  "rules 7,6,4 gravity",
  "position ......./......./..X..../..O..../..O.XXO/..OXOXX",
  "w GcWeXf bUNdY - =",
  "X wins: -",
];
