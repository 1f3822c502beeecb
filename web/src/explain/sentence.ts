import { t } from "../site/t";

/** A phrase of the catalogue as a sentence. */
export const sentence = (phrase: string): string =>
  t("{text}.", { text: phrase.charAt(0).toUpperCase() + phrase.slice(1) });
