/** The built app lists the packages that it contains, with their licences, as README says. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";

test("the built app names each package in it with its licence, and its page points there", async () => {
  const app = await builtApp();
  const notices = await readFile(join(app, "third-party-notices.txt"), "utf8");
  for (const name of [
    "react",
    "jotai",
    "valibot",
    "workbox-window",
    "workbox-core",
    "@lingui/core",
    "@noble/hashes",
    "@scure/base",
    "@tanstack/react-query",
    "@iconify-json/circle-flags",
  ])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\S+ \\([^)]+\\)$`, "m"));
  expect(notices).toContain("Permission is hereby granted, free of charge");
  expect(await readFile(join(app, "index.html"), "utf8")).toContain("/third-party-notices.txt");
});
