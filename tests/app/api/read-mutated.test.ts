/** Real answers of every public read, damaged at random: reading them never throws, and the result never breaks a screen. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { type Endpoint, isRecord } from "#protocol/api/endpoint.ts";
import { isEnvelope } from "#protocol/wire/envelope.ts";
import { readData } from "../../../src/api/read-data.ts";
import {
  formatAmount,
  formatCompact,
  formatDate,
  formatDateTime,
  formatPercent,
  formatPrice,
  formatTime,
} from "../../../src/lib/format.ts";
import { faults, spoil } from "../../harness/proxy/mutator.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const queries: Readonly<Record<string, string>> = {
  mergedTicker: "symbol=btcusdt",
  kline: "symbol=btcusdt&period=1min",
  depth: "symbol=btcusdt",
  trades: "symbol=btcusdt",
  funding: "contract_code=BTC-USDT",
  fundingHistory: "contract_code=BTC-USDT",
  secondConf: "symbol=btcusdt",
  secondIndex: "symbol=btcusdt",
  sparklines: "symbols=btcusdt",
  secondChain: "from=1",
  secondTickRoots: "from=0",
};
const reads: readonly { name: string; row: Endpoint }[] = Object.values(api)
  .flatMap((word) => Object.entries<Endpoint>(word).map(([name, row]) => ({ name, row })))
  // Minutes and days are published long after this test's venue has started, so other tests read their refusals.
  .filter(
    ({ name, row }) =>
      row.method === "GET" &&
      row.access === "visitor" &&
      name !== "secondTicks" &&
      name !== "secondDay" &&
      name !== "secondQuotes",
  );

/** The parts of a value that a screen shows. */
function leaves(value: unknown): unknown[] {
  const found: unknown[] = [];
  // Without recursion: damaged answers are nested deeper than the stack allows.
  const left = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === "object" && part !== null)
      for (const inner of Object.values(part)) left.push(inner);
    else found.push(part);
  }
  return found;
}

test("answers as the venue gives them are of the contract's form; damaged they are read or refused, never half trusted", async () => {
  const venue = await startVenue({
    source: createSimulator({ master: "mutated", symbols: ["btcusdt", "pepeusdt"] }),
  });
  for (const { name, row } of reads) {
    const text = await (await venue.fetch(`${row.path}?${queries[name] ?? ""}`)).text();
    const whole = parsed(text);
    expect(whole, row.path).toMatchObject({ status: 0 });
    if (isEnvelope(whole)) expect(readData(row, whole.data)).toMatchObject({ left: 0 });
    fc.assert(
      fc.property(fc.array(faults, { minLength: 1, maxLength: 4 }), (given) => {
        const envelope = parsed(spoil(text, given).text);
        const read = isEnvelope(envelope) ? readData(row, envelope.data) : { issues: null };
        if ("issues" in read) return;
        for (const leaf of leaves(read.output)) {
          if (typeof leaf === "number") expect(leaf).not.toBeNaN();
          if (typeof leaf === "string") expect(leaf.length, row.path).toBeLessThanOrEqual(2048);
        }
      }),
      { numRuns: 30 },
    );
    for (const long of texts(whole)) {
      const read = readData(row, long);
      if ("output" in read)
        expect(
          leaves(read.output).filter((leaf) => typeof leaf === "string" && leaf.length > 2048),
          row.path,
        ).toEqual([]);
    }
  }
});

/** The answer's data, each time with another text made too long for any screen; in lists, in the first row. */
function* texts(envelope: unknown): Generator {
  const data = isEnvelope(envelope) ? envelope.data : undefined;
  const paths: string[][] = [];
  const look = (value: unknown, path: string[]) => {
    if (typeof value === "string") paths.push(path);
    else if (Array.isArray(value)) look(value[0], [...path, "0"]);
    else if (isRecord(value))
      for (const [name, inner] of Object.entries(value)) look(inner, [...path, name]);
  };
  look(data, []);
  for (const path of paths) {
    const damaged: unknown = structuredClone(data);
    const holder = path
      .slice(0, -1)
      .reduce((at, name) => (at as Record<string, unknown>)[name], damaged) as Record<
      string,
      unknown
    >;
    holder[path.at(-1) ?? ""] = "9".repeat(102_000);
    yield damaged;
  }
}

test("what is no figure and no moment is shown as none, and none is longer than a screen is wide", () => {
  const numbers = fc.oneof(
    fc.double(),
    fc.constantFrom(Infinity, -Infinity, NaN, 1e308, -1e308, 5e-324),
  );
  const figures = fc.oneof(
    numbers,
    fc.stringMatching(/^-?[0-9]{0,5000}(\.[0-9]{0,200})?$/),
    fc.string(),
  );
  fc.assert(
    fc.property(
      figures,
      numbers,
      fc.constantFrom("en-US", "zh-CN", "zh-TW", "fr-FR"),
      (figure, moment, locale) => {
        for (const text of [
          formatPrice(figure, 2, locale),
          formatAmount(figure, locale),
          formatCompact(figure, locale),
          formatPercent(figure, locale),
        ])
          expect(text.length).toBeLessThan(100);
        for (const format of [formatDate, formatTime, formatDateTime])
          expect(typeof format(moment, locale)).toBe("string");
      },
    ),
  );
});

test("a fault damages the same answer the same way each time, and every way shows", () => {
  const answer = JSON.stringify({
    status: 0,
    msg: "",
    data: {
      list: [{ id: "1", price: 2.5, deep: { flag: true } }],
      text: "words",
      json: '[{"a":1}]',
    },
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(faults, (fault) => {
      const body = spoil(answer, [fault]);
      expect(spoil(answer, [fault])).toEqual(body);
      if (body.text !== answer || body.contentType !== "application/json") seen.add(fault.way);
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(seen).toEqual(
    new Set([
      "missing",
      "null",
      "otherType",
      "empty",
      "hugeText",
      "oddNumber",
      "deep",
      "hostile",
      "envelope",
      "truncated",
      "page",
      "contentType",
      "prototype",
    ]),
  );
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
