/** The review of a game by link, all that is fetched for it: the game of `/` and its components. */

export { Game } from "../game/game.svelte";
export { default as Afterwards } from "./Afterwards.svelte";
