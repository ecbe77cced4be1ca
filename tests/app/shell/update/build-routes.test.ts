import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "../../../../scripts/build/build-metadata.ts";

test("the build describes every address that the router has, and no other: the venue knows them by it", () => {
  const tree = readFileSync("src/routeTree.gen.ts", "utf8");
  const paths = /\n {2}to:\n([^]*?)\n {2}id:/.exec(tree)?.[1]?.match(/(?<=')\/[^']*/g);
  expect(paths).toContain("/withdraw");
  expect(routes.toSorted()).toEqual(paths?.toSorted());
});
