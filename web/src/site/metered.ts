/** What some browsers report about the network. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether to save data, or the network is slow; false if the browser reports nothing. */
export const isMetered = ({ saveData, effectiveType = "4g", type }: Connection = {}): boolean =>
  Boolean(saveData) || effectiveType !== "4g" || type === "cellular";

/** What this browser reports. */
export const connection = () => (navigator as Navigator & { connection?: Connection }).connection;
