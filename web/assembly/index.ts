/**
 * The page's searches for games in which stones fall, in AssemblyScript: TypeScript's grammar with
 * numbers of 64 bits, compiled to WebAssembly (`web/asconfig.json`). Nothing is allocated while they
 * run, so there is no collector of garbage in it. Each instance searches one game.
 */

export { nodes, stopped } from "./budget";
export {
  begin as beginColumns,
  run as runColumns,
  winsAtOnce as winsAtOnceInColumns,
} from "./columns";
export {
  begin as beginStacks,
  line,
  run as runStacks,
  winsAtOnce as winsAtOnceInStacks,
} from "./stacks";
