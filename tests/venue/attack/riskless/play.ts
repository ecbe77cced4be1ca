import { createHash } from "node:crypto";
import type { MarketSource } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { startVenue, type TestVenue } from "../../../harness/venue/memory-venue.ts";
import { api } from "#protocol/api/api.ts";
import { Player } from "./player.ts";
import type { Moment, Strategy } from "./strategies.ts";

export interface Game {
  /** Simulated days, in each of which the strategies play for one window. */
  days: number;
  windowSec: number;
  /** Seconds from one tick to the next, below the ten of a standstill; 1 unless given. */
  stepSec?: number;
  /** Of the simulated market, and of when the windows begin. */
  seed: string;
  /** What the market is shown as, where a leak is planted. */
  show?: (source: MarketSource) => MarketSource;
}

/** What a strategy gained on each day, USDT, and how many of its requests were accepted. */
export interface Played {
  name: string;
  gains: number[];
  accepted: number;
}

const daySec = 86_400;
const fundingSec = 8 * 3600;
const firstDay = Date.UTC(2026, 10, 2) / 1000;
const standstillSec = 1200;

/**
 * Plays all strategies side by side on one venue: a window a day at a time of its own, every third one over
 * a funding instant and every fifth one with a standstill in the middle. A window ends with everything
 * cancelled, closed, sold and delivered, at the prices and fees that all pay.
 */
export async function play(strategies: readonly Strategy[], game: Game): Promise<Played[]> {
  const { days, windowSec, stepSec = 1, seed, show = (source) => source } = game;
  // With long steps there is one tick in each, without a second one later in its second.
  const laterMs = stepSec === 1 ? 600 : 0;
  const symbols = [...new Set(strategies.map(({ symbol }) => symbol))];
  const source = show(createSimulator({ master: seed, symbols }));
  let now = beginOf(0, game) * 1000 - daySec * 1000;
  const venue = await startVenue({
    source,
    start: now,
    seed,
    settings: { welcome: { USDT: "200000" } },
  });
  const wind = (ms: number) => {
    now += ms;
    return venue.wind(ms);
  };
  const players = await enter(venue, strategies);
  for (let day = 0; day < days; day++) {
    await wind(beginOf(day, game) * 1000 + laterMs - now);
    for (const { player, account } of players) await player.login(account);
    const acts = strategies.map(({ begin }, at) => begin(players[at]?.player as Player));
    const moment = async (at: Moment) => {
      for (const act of acts) await act(at);
    };
    const before = await worths(players);
    for (let second = 0; second < windowSec; second += stepSec) {
      // The market has moved on, and nothing has met it yet.
      const isAway = day % 5 === 4 && second === Math.floor(windowSec / stepSec / 2) * stepSec;
      const ticking = wind((isAway ? standstillSec : stepSec) * 1000 - laterMs);
      await Promise.all([ticking, moment({ second, phase: "during" })]);
      await moment({ second, phase: "new" });
      if (laterMs === 0) continue;
      await wind(laterMs);
      await moment({ second, phase: "later" });
    }
    let open: readonly Entered[] = players;
    for (let tries = 0; (open = await notEnded(open)).length > 0; tries++) {
      if (tries > 200) throw new Error(`${open[0]?.account} does not come to an end`);
      await wind(tries < 3 ? 1000 : 5000);
    }
    const after = await worths(players);
    players.forEach((one, at) =>
      one.gains.push(Number((after[at] ?? 0n) - (before[at] ?? 0n)) / 1e8),
    );
  }
  return strategies.map(({ name }, at) => ({
    name,
    gains: players[at]?.gains ?? [],
    accepted: players[at]?.player.accepted ?? 0,
  }));
}

interface Entered {
  player: Player;
  account: string;
  gains: number[];
}

async function enter(venue: TestVenue, strategies: readonly Strategy[]): Promise<Entered[]> {
  const players: Entered[] = [];
  for (const [at, { symbol }] of strategies.entries()) {
    const account = `player${at}@example.org`;
    const client = await venue.user(account);
    await client.ask(api.contracts.contractAckRisk, { version: 1 });
    players.push({ player: new Player(venue, client, symbol), account, gains: [] });
  }
  return players;
}

async function worths(players: readonly Entered[]): Promise<bigint[]> {
  const all: bigint[] = [];
  for (const { player } of players) all.push(await player.worth());
  return all;
}

async function notEnded(players: readonly Entered[]): Promise<Entered[]> {
  const open: Entered[] = [];
  for (const one of players) if (!(await one.player.end())) open.push(one);
  return open;
}

/** When the window of a day begins, Unix s. */
function beginOf(day: number, { seed, windowSec }: Game): number {
  const start = firstDay + day * daySec;
  const drawn = createHash("sha256").update(`${seed}|${day}`).digest().readUInt32LE(0);
  if (day % 3 === 0) return start + (1 + (drawn % 2)) * fundingSec - (windowSec >> 1);
  return start + 3600 + (drawn % (daySec - 4 * 3600));
}
