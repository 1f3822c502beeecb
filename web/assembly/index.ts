/**
 * The page's search for games in which stones fall, in AssemblyScript: TypeScript's grammar with
 * numbers of 64 bits, compiled to WebAssembly (`web/asconfig.json`). Nothing is allocated while it
 * runs, so there is no collector of garbage in it. Each instance searches one game.
 */

export { nodes, stopped } from "./budget";
export { begin, run, winsAtOnce } from "./columns";
