import { describe, expect, test } from "vitest";
import { isProof } from "../../../harness/trials.ts";
import { judge, type Verdict } from "./judge.ts";
import { generousPrints, lateBook, lateIndex } from "./planted-leaks.ts";
import { type Game, play, type Played } from "./play.ts";
import { strategies as known } from "./strategies.ts";

/**
 * `WEEKS=4` for a longer look, `RISKLESS_SEEDS` for other markets, `WINDOW` for how many seconds of each day,
 * `RISKLESS_ONLY` for the strategies whose names match it.
 */
const weeks = Number(process.env["WEEKS"] ?? 0);
const seeds = (process.env["RISKLESS_SEEDS"] ?? "riskless").split(",");
const windowSec = Number(process.env["WINDOW"] ?? (weeks > 0 ? 120 : 4));
const days = weeks > 0 ? weeks * 7 : 5;
const only = new RegExp(process.env["RISKLESS_ONLY"] ?? "");
const strategies = known.filter(({ name }) => only.test(name));

const bookIsBehind = "contract, a book behind the price that is seen";

test(
  "nothing that a bot tries gains without risk",
  async () => {
    const all: Played[] = [];
    for (const seed of seeds) all.push(...(await play(strategies, { days, windowSec, seed })));
    const rows = strategies.map(({ name }) => {
      const own = all.filter((one) => one.name === name);
      const accepted = own.reduce((sum, one) => sum + one.accepted, 0);
      return { name, accepted, ...judge(own.flatMap(({ gains }) => gains)) };
    });
    if (weeks > 0) process.stdout.write(`${table(rows)}\n`);
    expect(rows.filter(({ isRiskless }) => isRiskless)).toEqual([]);
    // A strategy that never acts proves nothing, but this one has nothing to act on in a sound venue.
    const idle = rows.filter(({ accepted }) => accepted === 0).map(({ name }) => name);
    if (weeks > 0) expect(idle.filter((name) => name !== bookIsBehind)).toEqual([]);
    else expect(idle.length).toBeLessThan(strategies.length / 2);
  },
  Math.max(60_000, weeks * 7 * seeds.length * windowSec * 1000),
);

describe("a leak that is planted is found", () => {
  /** What a strategy gains a day, in all of these markets together. */
  async function gainsOf(name: string, symbols: readonly string[], game: Omit<Game, "seed">) {
    const strategy = known.find((one) => one.name === name);
    if (!strategy) throw new Error(`no strategy ${name}`);
    const inEach = symbols.map((symbol) => ({ ...strategy, symbol }));
    const played = await play(inEach, { ...game, seed: "riskless" });
    return Array.from({ length: game.days }, (_, day) =>
      played.reduce((sum, { gains }) => sum + (gains[day] ?? 0), 0),
    );
  }

  test.runIf(isProof)("takers filled on a book that everybody has seen go", async () => {
    const show = lateBook(1200, "riskless");
    const symbols = ["pepeusdt", "suiusdt"];
    const game = { days: 5, windowSec: 1900, stepSec: 9, show };
    expect(judge(await gainsOf(bookIsBehind, symbols, game))).toMatchObject({ isRiskless: true });
  });

  test.runIf(isProof)("seconds contracts decided by an index of the past", async () => {
    const name = "seconds contracts towards the price that is seen";
    const game = { days: 10, windowSec: 30, show: lateIndex(36) };
    const symbols = ["xrpusdt", "ethusdt"];
    expect(judge(await gainsOf(name, symbols, game))).toMatchObject({ isRiskless: true });
  });

  test("resting orders filled on both sides at a time, for more than fee and spread", async () => {
    const name = "contract, a ladder that waits for a leap and closes at once";
    const game = { days: 12, windowSec: 10, show: generousPrints(0.004) };
    const symbols = ["suiusdt", "adausdt"];
    expect(judge(await gainsOf(name, symbols, game))).toMatchObject({ isRiskless: true });
  });
});

/** The bot's findings, a line each. */
function table(rows: readonly ({ name: string; accepted: number } & Verdict)[]): string {
  return rows
    .map(({ name, accepted, days: played, mean, t }) =>
      [
        name.padEnd(68),
        mean.toFixed(3).padStart(10),
        t.toFixed(1).padStart(9),
        String(played).padStart(5),
        String(accepted).padStart(7),
      ].join(" "),
    )
    .join("\n");
}
