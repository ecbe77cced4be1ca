import { describe, expect, test } from "vitest";
import { isOwnFile } from "../../sw/precache-guard.ts";

const origin = "https://godwit.example";
const answer = (path: string, type: string, more: Partial<Response> = {}) => ({
  url: origin + path,
  status: 200,
  redirected: false,
  type: "basic" as const,
  headers: new Headers({ "content-type": type }),
  ...more,
});

describe("what an installation takes", () => {
  test.each([
    ["/index.html", "text/html; charset=utf-8"],
    ["/assets/a-1.js", "text/javascript"],
    ["/assets/a-1.js", "application/javascript; charset=utf-8"],
    ["/assets/a.css", "text/css"],
    ["/icon.svg", "image/svg+xml"],
    ["/icon-192.png", "image/png"],
  ])("%s as %s", (path, type) => {
    expect(isOwnFile(answer(path, type))).toBe(true);
  });

  test.each([
    ["a portal's page in the place of a script", answer("/assets/a.js", "text/html")],
    ["of a picture", answer("/icon-192.png", "text/html; charset=utf-8")],
    ["a redirect that was followed", answer("/index.html", "text/html", { redirected: true })],
    ["another origin's answer", answer("/index.html", "text/html", { type: "opaque" })],
    ["a part of one", answer("/assets/a.js", "text/javascript", { status: 206 })],
    ["what is not there", answer("/assets/a.js", "text/javascript", { status: 404 })],
    ["what has no type", answer("/assets/a.js", "")],
    ["what no build has", answer("/assets/a.exe", "application/octet-stream")],
  ])("not %s", (_what, given) => {
    expect(isOwnFile(given)).toBe(false);
  });
});
