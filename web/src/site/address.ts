/** What stands after the `#`; nothing where the page is drawn without a browser. */
export const hash = (): string => (typeof location === "undefined" ? "" : location.hash);
