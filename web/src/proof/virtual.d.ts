/** The games for whose empty board a certificate comes with the page, and what it shows. */
declare module "virtual:proof-names" {
  const shown: Readonly<Record<string, readonly string[]>>;
  export default shown;
}
