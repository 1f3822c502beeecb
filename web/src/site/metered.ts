/** What some browsers tell of the network. */
export interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether bytes are to be spared, or come slowly; a browser that tells nothing has them to spare. */
export const isMetered = ({ saveData, effectiveType = "4g", type }: Connection = {}): boolean =>
  Boolean(saveData) || effectiveType !== "4g" || type === "cellular";
