/** The part of the address after the `#`; empty during prerendering. */
export const hash = (): string => (typeof location === "undefined" ? "" : location.hash);
