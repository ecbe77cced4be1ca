/** Pages on one origin, the API and its stream on another, icons on a third: from a venue's own pages and from a static host. */
import { createServer, type Server } from "node:http";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { platformEndpoints } from "#protocol/api/platform.ts";
import type { ConfigFile } from "#protocol/wire/runtime-config.ts";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { buyBitcoin } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { listening, staticHost } from "../../harness/browser/static-host.ts";
import { freePort } from "../../harness/free-port.ts";
import { someOf } from "../../harness/trials.ts";
import { runVenue, type RunningVenue } from "../../harness/venue/running-venue.ts";

const [venuePort, pagesPort, hostPort, iconsPort] = await Promise.all([
  freePort(),
  freePort(),
  freePort(),
  freePort(),
]);
const origin = (port: number) => `http://localhost:${port}`;
const config: ConfigFile = {
  base: { "/": origin(venuePort) },
  icons: [`${origin(iconsPort)}/icons`],
  stream: "/api/ws",
};
const stage = new PhoneStage({
  settings: {
    PORT: String(venuePort),
    CORS_ORIGINS: [origin(pagesPort), origin(hostPort)].join(","),
  },
});
let pages: RunningVenue;
const servers: Server[] = [];

beforeAll(async () => {
  const folder = await builtApp();
  servers.push(await listening(await staticHost(folder, config), hostPort));
  const icons = createServer((_request, answer) => {
    answer.setHeader("access-control-allow-origin", "*");
    answer.setHeader("content-type", "application/json");
    answer.end('{"icons":{"btc":{"body":"<path d=\\"M0 0h8v8H0z\\"/>"}},"width":16,"height":16}');
  });
  servers.push(await listening(icons, iconsPort));
  pages = await runVenue(folder, {
    PORT: String(pagesPort),
    APP_CONFIG: JSON.stringify(config),
  });
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await pages?.dispose();
});

/** What the browser refused for the page's policy, and which origins were asked for what. */
function follow(context: BrowserContext, page: Page) {
  const seen = { refused: [] as string[], asked: new Set<string>() };
  page.on("console", (message) => {
    if (/Content Security Policy|CORS policy/.test(message.text()))
      seen.refused.push(message.text());
  });
  context.on("request", (request) => {
    const { origin: from, pathname } = new URL(request.url());
    seen.asked.add(`${from} ${pathname}`);
  });
  page.on("websocket", (socket) => seen.asked.add(`socket ${new URL(socket.url()).host}`));
  return seen;
}

const hosts = [
  ["a static host", hostPort],
  ["a venue whose API is elsewhere", pagesPort],
] as const;

test.each(someOf(hosts, 2))(
  "%s: prices by the stream, icons, an order, and the markets without a network",
  async (name, port) => {
    const address = origin(port);
    const person = await stage.user(`${port}@example.org`);
    const context = await stage.phone({ ...everyday, as: person });
    const page = await context.newPage();
    const seen = follow(context, page);
    await openApp(page, address);
    await page.getByRole("button", { name: "Prices: Live" }).waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await buyBitcoin(page, address);

    expect([name, seen.refused]).toEqual([name, []]);
    const asked = [...seen.asked];
    expect(asked).toContain(`socket localhost:${venuePort}`);
    expect(asked).toContain(`${origin(venuePort)} ${platformEndpoints.platBase.path}`);
    expect(asked).toContain(`${origin(iconsPort)} /icons/coin.json`);
    expect(asked.filter((one) => one.startsWith(`${address} /api/`))).toEqual([]);

    // The worker, too, caches what the venue says to everybody, and nothing that is somebody's own.
    const cached = () =>
      page.evaluate(async () =>
        (await (await caches.open("godwit-public-api")).keys()).map(({ url }) => url.split("?")[0]),
      );
    await page.reload();
    await expect
      .poll(cached)
      .toContain(`${origin(venuePort)}${marketEndpoints.mergedTickerRank.path}`);
    expect((await cached()).filter((url) => url?.includes("/wallet/"))).toEqual([]);

    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("godwit:travel-set")), {
        timeout: 40_000,
      })
      .not.toBeNull();
    await context.setOffline(true);
    await openApp(page, `${address}/coins?symbol=ethusdt`);
    await page.getByText(/^No fresh prices/).waitFor();
    await page.getByText(/^As of /).waitFor();
    await page.getByText(/^Spread/).waitFor();
    await context.setOffline(false);
    await page
      .getByText(/^Back online/)
      .first()
      .waitFor();
    expect(seen.refused.filter((text) => text.includes("Content Security"))).toEqual([]);
  },
);

test("the policy of the pages names those origins alone", async () => {
  for (const address of [origin(pagesPort), origin(hostPort)]) {
    const { headers } = await fetch(address, { headers: { accept: "text/html" } });
    expect(headers.get("content-security-policy")).toContain(
      `connect-src 'self' ${origin(venuePort)} ${origin(iconsPort)} ws://localhost:${venuePort};`,
    );
  }
  const usual = await fetch(stage.address, { headers: { accept: "text/html" } });
  expect(usual.headers.get("content-security-policy")).toContain("connect-src 'self';");
});
