/**
 * The page's searches for games with gravity, in AssemblyScript: TypeScript's grammar with 64-bit
 * numbers, compiled to WebAssembly (`web/asconfig.json`). They allocate nothing while they run, so they
 * need no garbage collector. Each instance searches one game.
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
