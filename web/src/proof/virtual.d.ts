/** The games whose empty board has a certificate on the page, and what it proves. */
declare module "virtual:proof-names" {
  const shown: Readonly<Record<string, readonly string[]>>;
  export default shown;
}
