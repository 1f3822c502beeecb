import { expectLight, named } from "./files";
import { test } from "./test";

test("words of other languages weigh little more than English ones", async ({ request }) => {
  // The rooms are weighed where they are visited, and the chapters show that HTML names all files.
  for (const room of ["/de/", "/vi/", "/ja/"]) {
    const html = await (await request.get(room)).text();
    expectLight(room, html, named(html));
  }
});
