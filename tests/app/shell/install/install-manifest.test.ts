import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { manifestFor } from "../../../../scripts/build/manifests.ts";
import { locales } from "../../../../src/i18n/locales.ts";
import { sharedPlace } from "../../../../src/features/market/share/shared-entry.ts";
import { judge } from "../../../../src/shell/session/route-guard.ts";

const file = (path: string) => new URL(`../../../../public${path}`, import.meta.url);

/** What a picture itself says of its size. */
function sizeOf(path: string): string {
  const bytes = readFileSync(file(path));
  if (path.endsWith(".png")) return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
  return kind === "VP8 "
    ? `${bytes.readUInt16LE(26) & 0x3fff}x${bytes.readUInt16LE(28) & 0x3fff}`
    : kind;
}

describe.each(locales)("the manifest in %s", (locale) => {
  const manifest = manifestFor(locale);
  const english = manifestFor("en-US");

  test("is the same app in its own words", () => {
    expect([manifest.id, manifest.scope, manifest.start_url, manifest.lang]).toEqual([
      "/",
      "/",
      "/",
      locale,
    ]);
    const said = (one: typeof manifest) => [
      one.name,
      one.description,
      ...one.shortcuts.flatMap(({ name, description }) => [name, description]),
      ...one.screenshots.map(({ label }) => label),
    ];
    expect(said(manifest).every((words) => words.trim() !== "")).toBe(true);
    if (locale !== "en-US")
      expect(said(manifest).filter((words, at) => words === said(english)[at])).toEqual([]);
  });

  test("names pictures that are there, in the size it says, and small", () => {
    const { icons, shortcuts, screenshots } = manifest;
    for (const { src, sizes } of [
      ...icons,
      ...shortcuts.flatMap((shortcut) => shortcut.icons),
      ...screenshots,
    ]) {
      expect([src, statSync(file(src)).size < 100_000]).toEqual([src, true]);
      if (sizes !== "any") expect([src, sizeOf(src)]).toEqual([src, sizes]);
    }
    expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(
      new Set(["narrow", "wide"]),
    );
    expect(icons.flatMap((icon) => ("purpose" in icon ? [icon.purpose] : []))).toEqual([
      "maskable",
      "monochrome",
    ]);
  });

  test("leads where a visitor may go, or asks for a login", () => {
    const kinds = manifest.shortcuts.map(({ url }) => [url, judge(url, url, false, true).kind]);
    expect(kinds).toEqual([
      ["/coins", "open"],
      ["/contracts", "open"],
      ["/seconds", "open"],
      ["/assets", "login"],
    ]);
  });

  test("hands over what Home reads", () => {
    const {
      protocol_handlers: [handler],
      share_target: share,
    } = manifest;
    const opened = new URL(
      handler?.url.replace("%s", encodeURIComponent("web+godwit:market/ethusdt")) ?? "",
      "https://godwit.example",
    );
    expect([
      opened.pathname,
      sharedPlace({ open: opened.searchParams.get("open") ?? undefined }),
    ]).toEqual(["/", { kind: "market", product: "coin", symbol: "ethusdt" }]);
    expect(share.action).toBe("/");
    expect(sharedPlace({ [share.params.text]: "ETH/USDT" })).toEqual({
      kind: "market",
      product: "coin",
      symbol: "ethusdt",
    });
    expect(sharedPlace({ [share.params.title]: "Ethereum" })).toEqual({
      kind: "search",
      text: "Ethereum",
    });
  });
});
