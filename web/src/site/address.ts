/** The part of the address after the `#`; empty during prerendering. */
export const hash = (): string => (typeof location === "undefined" ? "" : location.hash);

/** A game's rules in an address. */
export const rulesField = (rules: string): string => `rules=${rules.replaceAll(" ", "+")}`;

/** A game as an address: its rules, and the names of its moves with spaces between. */
export const gameLink = ({ rules, moves }: { rules: string; moves: string }): string =>
  `#${rulesField(rules)}&moves=${moves.replaceAll(" ", "-")}`;
