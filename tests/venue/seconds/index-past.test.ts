import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { FixedSource, fixedStart } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const now = fixedStart / 1000;

test("the past of the index ends with this second, oldest first, with a gap where there was no sample", async () => {
  const source = new FixedSource();
  source.setIndex("btcusdt", now - 3, [600_000_001, 600_000_002, 600_000_003, 600_000_004]);
  source.dropIndex("btcusdt", now - 1);
  // A second that has not come is never shown, though a test's source knows it.
  source.setIndex("btcusdt", now + 1, [700_000_000]);
  const { visitor } = await startVenue({ source });
  expect(await visitor.ask(api.seconds.secondIndex, { symbol: "btcusdt", size: "5" })).toEqual({
    symbol: "btcusdt",
    from: now - 4,
    samples: [null, "60000.0001", "60000.0002", null, "60000.0004"],
  });
});

test("a market that is not there has no past, and nobody asks for more than ten minutes", async () => {
  const { visitor } = await startVenue();
  const ask = (request: Record<string, string>) => visitor.send(api.seconds.secondIndex, request);
  expect((await ask({ symbol: "nosuch" })).status).toBe(codes.unknownCurrency);
  expect((await ask({ symbol: "btcusdt", size: "601" })).status).toBe(codes.invalidParameters);
  expect((await ask({ symbol: "btcusdt" })).data).toMatchObject({ from: now - 299 });
});
