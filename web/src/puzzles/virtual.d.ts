/** The packs that travel with the page. */
declare module "virtual:packs" {
  const packs: readonly import("./entry").PackEntry[];
  export default packs;
}
