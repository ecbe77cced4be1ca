import type { WorkboxPlugin } from "workbox-core/types.js";
import { describe, expect, test } from "vitest";
import { encodeText } from "#protocol/wire/envelope.ts";
import { isAnswer, isConfig, isIcons, only } from "../../sw/answer-cache.ts";

const envelope = JSON.stringify({ status: 0, msg: "ok", data: [] });
const portal = JSON.stringify({ portal: "Hotel Paradiso", id: 1, status: "login" });

/** What a cache would keep of an answer. */
async function isCached(
  text: string,
  { type = "application/json", status = 200, redirected = false, isOurs = isAnswer } = {},
): Promise<boolean> {
  const response = new Response(text, { status, headers: { "content-type": type } });
  Object.defineProperties(response, {
    type: { value: "basic" },
    redirected: { value: redirected },
  });
  const facts = { response, request: new Request("https://venue.example/") } as Parameters<
    NonNullable<WorkboxPlugin["cacheWillUpdate"]>
  >[0];
  return (await only(/^application\/json/, isOurs).cacheWillUpdate?.(facts)) !== null;
}

describe("only what the venue says is kept", () => {
  test.each([
    ["an envelope", envelope, {}, true],
    ["an encoded envelope", encodeText(envelope, (length) => new Uint8Array(length)), {}, true],
    ["a portal's JSON", portal, {}, false],
    ["a portal's page", "<!doctype html>", { type: "text/html" }, false],
    ["a page that calls itself JSON", "<!doctype html>", {}, false],
    ["what came by a redirect", envelope, { redirected: true }, false],
    ["an error", envelope, { status: 500 }, false],
    ["a config", '{"base64":true}', { isOurs: isConfig }, true],
    ["an empty config", "{}", { isOurs: isConfig }, true],
    ["a portal's config", portal, { isOurs: isConfig }, false],
    ["icons", '{"prefix":"coin","icons":{}}', { isOurs: isIcons }, true],
    ["a portal's icons", portal, { isOurs: isIcons }, false],
  ])("%s", async (_name, text, facts, expected) => {
    expect(await isCached(text, facts)).toBe(expected);
  });
});
