import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FakeHtx } from "../../../harness/venue/fake-htx.ts";
import { runVenue } from "../../../harness/venue/running-venue.ts";

test("the venue opens without HTX, says so, and trades when HTX comes", async () => {
  const htx = await FakeHtx.listen();
  onTestFinished(() => htx.close());
  htx.isDown = true;
  const app = await mkdtemp(join(tmpdir(), "app-"));
  onTestFinished(() => rm(app, { recursive: true }));
  const venue = await runVenue(app, {
    MARKET: "htx",
    HTX_REST_URL: htx.hosts.spot[0] ?? "",
    HTX_WS_URL: htx.hosts.stream,
    HTX_CONTRACT_REST_URL: htx.hosts.contracts[0] ?? "",
  });
  onTestFinished(() => venue.dispose());
  const ask = async (path: string) =>
    (await fetch(`${venue.address}${path}`)).json() as Promise<{
      status: number;
      data: { source: string; state: string };
    }>;
  expect((await ask("/api/htx/getStatus")).data).toMatchObject({ source: "htx", state: "halted" });
  expect(await ask("/api/htx/getMergedTickerRank")).toMatchObject({ status: 100010 });
  expect(await (await fetch(`${venue.address}/htx/v2/market-status`)).json()).toMatchObject({
    data: { marketStatus: 2 },
  });
  htx.isDown = false;
  while ((await ask("/api/htx/getStatus")).data.state !== "live")
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await ask("/api/htx/getMergedTicker?symbol=btcusdt")).toMatchObject({
    status: 0,
    data: { tick: { close: 9146.86 } },
  });
  expect(await (await fetch(`${venue.address}/htx/v2/market-status`)).json()).toMatchObject({
    data: { marketStatus: 1 },
  });
  while (
    !(await readdir(join(venue.dataDir, "index-rings")).catch(() => [""])).includes(
      "btcusdt-index-2.ring",
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(htx.requests.length).toBeGreaterThan(3);
});
