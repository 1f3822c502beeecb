import { t } from "./t";

/** Whole sentences, one after another. Not every language has a space between them. */
export const sentences = (all: readonly string[]): string =>
  all.reduce((before, next) => t("{before} {next}", { before, next }));
