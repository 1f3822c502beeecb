/** The shortest proof with a plan for the whole end of a game: one claim of Connect Four's. */

/** As the reader sees it: `=` says that each stone is answered right above. */
export const ONE_CLAIM = [
  "noughts certificate 4",
  "rules 7,6,4 gravity",
  "position ......./......./..X..../..O..../..O.XXO/..OXOXX",
  "w GcWeXf bUNdY - =",
  "X wins: -",
];

/** Its file, as `noughts verify` reads it. */
export const ONE_CLAIM_FILE = [
  "H4sIEAAAAAAC/2I2OTIxZjRlMjg4OTc4OGUyNjE0YjNjMGQzZjNiNjRkZGJhOTU4NGY0NTc0MTRhNzZhZTkwMDdi",
  "MzllZjc5NTQAy8svTc8oKVZITi0qyUzLTE4sSVUw4SoqzUktVjDXMdMxUUgvSizLLKnkKsgvzizJzM9T0IMAfQQd",
  "AaX94XREhD+IjvCPiOAqV3BPDk+NSFNICvVLiVTQVbDlilAoz8wrtlLQ5QIAP0/2WoAAAAA=",
].join("");
