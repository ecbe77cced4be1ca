/** Paths that the worker tells apart. */
import { expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import { publicPaths } from "#protocol/api/public-paths.ts";
import { deskFiles } from "#protocol/api/worker-messages.ts";

test("files of a desk are known by their names", () => {
  expect(["/assets/desk-a_1-B.js", "assets/desk-x.css"].every((path) => deskFiles.test(path))).toBe(
    true,
  );
  expect(
    ["/assets/desk-.js", "/assets/desk-a.json", "/assets/mydesk-a.js", "/assets/desk-a.js?x"].some(
      (path) => deskFiles.test(path),
    ),
  ).toBe(false);
});

test("paths whose answer is the same for everybody are none that needs a user", () => {
  const paths = publicPaths();
  expect(paths).toContain("/api/htx/getMergedTickerRank");
  expect(paths.length).toBeGreaterThan(10);
  const own = apiRows().filter(({ endpoint }) => endpoint.access === "user");
  expect(own.filter(({ endpoint }) => paths.includes(endpoint.path))).toEqual([]);
});
