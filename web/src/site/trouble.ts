/** The message of an error. */
export const why = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
