/** Why something did not work, as it was said. */
export const why = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
