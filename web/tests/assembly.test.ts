import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { expect, test } from "vitest";

test("search.wasm in the repository is what its sources give", async () => {
  const outFile = join(mkdtempSync(join(tmpdir(), "noughts-")), "search.wasm");
  const { error, stderr } = await asc.main(["--outFile", outFile]);
  expect(error, stderr.toString()).toBeNull();
  const same = readFileSync(outFile).equals(readFileSync("generated/search.wasm"));
  expect(same, "run `make data` and commit web/generated/search.wasm").toBe(true);
});
