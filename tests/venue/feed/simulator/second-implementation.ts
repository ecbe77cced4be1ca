/**
 * A revealed day computed from docs/simulator.md alone: nothing of the venue or the protocol is imported,
 * and the tables are read from the page.
 */
import { createCipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../../../docs/simulator.md", import.meta.url), "utf8");
const csv = /```csv\n([\s\S]*?)```/.exec(page)?.[1]?.trim().split("\n") ?? [];
export const symbolRows = csv.map((line) => line.split(","));
const groupLoading = new Map(
  [...page.matchAll(/^\| `(\w+)` \| ([\d.]+) \|/gm)].map(([, name, loading]) => [
    name,
    Number(loading),
  ]),
);
const hourFactors = /GMT\+8,\n\n {4}([\d. ]+)\n/.exec(page)?.[1]?.split(" ").map(Number) ?? [];

/** Basis points by pace. */
const spreads = [0, 12, 5, 2, 0.6, 0.1];

function mix(a: number, b: number, x: number, y: number): number {
  let h = Math.imul(a ^ x, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ y, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ b, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16) ^ x, 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

interface Part {
  name: string;
  seed: string;
  open: string;
  close: string;
  volatility: string;
  jumps: string;
}
export interface Reveal {
  model: string;
  date: string;
  symbol: string;
  parts: Part[];
}

export function commitmentOf({ model, date, symbol, parts }: Reveal): string {
  const words = [model, date, symbol];
  for (const p of parts) words.push(p.name, p.seed, p.open, p.close, p.volatility, p.jumps);
  return createHash("sha256").update(words.join("|")).digest("hex");
}

const L = 0.6931471805599453;
function exp(x: number): number {
  const n = Math.floor(x / L + 0.5);
  const r = x - n * L;
  let [sum, term] = [1, 1];
  for (let k = 1; k <= 16; k++) {
    term = (term * r) / k;
    sum += term;
  }
  return sum * 2 ** n;
}
function log(x: number): number {
  let [m, n, sum] = [x, 0, 0];
  for (; m >= 1.5; n++) m /= 2;
  for (; m < 0.75; n--) m *= 2;
  const q = (m - 1) / (m + 1);
  let p = q;
  for (let k = 1; k <= 25; k += 2) {
    sum += p / k;
    p *= q * q;
  }
  return 2 * sum + n * L;
}
const polynomial = (r: number, ...factors: number[]) =>
  factors.reduce((sum, factor) => sum * r + factor);
function normal(b: Buffer, at: number): number {
  const p = (b.readUInt32LE(at) + 0.5) / 4294967296;
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * polynomial(r, 59.10937472, 159.29113202, 50.434271938, 3.3871327179)) /
      polynomial(r, 67.1875636, 78.757757664, 17.895169469, 1)
    );
  }
  const r = Math.sqrt(-log(q < 0 ? p : 1 - p)) - 1.6;
  const tail =
    polynomial(r, 0.17023821103, 1.3067284816, 2.75681539, 1.4234372777) /
    polynomial(r, 0.12021132975, 0.7370016425, 1);
  return q < 0 ? -tail : tail;
}

interface Path {
  bytes: Buffer;
  bursts: number[];
  shares: number[];
  edges: number[];
  moves: number[];
  volatility: number;
}

function pathOf(part: Part, market: Path | undefined): Path {
  const cipher = createCipheriv("aes-128-ctr", Buffer.from(part.seed, "hex"), Buffer.alloc(16));
  const bytes = cipher.update(Buffer.alloc(535888));
  const [open, close, volatility] = [part.open, part.close, part.volatility].map(Number) as [
    number,
    number,
    number,
  ];
  const jumps = part.jumps
    .split(";")
    .filter((word) => word !== "")
    .map((word) => word.split(":").map(Number) as [number, number]);
  const jumped = (from: number, to: number) =>
    jumps.reduce((sum, [second, size]) => (second >= from && second < to ? sum + size : sum), 0);

  const bursts: number[] = [];
  let a = 0;
  for (let h = 0; h < 48; h++) {
    const d = normal(bytes, 362880 + 4 * h);
    a = h === 0 ? d : 0.8 * a + 0.6 * d;
    bursts.push(market ? 0.6 * (market.bursts[h] ?? 0) + 0.8 * a : a);
  }
  const weights: number[] = [];
  let [unrest, total] = [0, 0];
  for (let m = 0; m < 1440; m++) {
    const f =
      (hourFactors[Math.floor(m / 60)] ?? 0) * exp(0.45 * (bursts[Math.floor(m / 30)] ?? 0));
    const z = bytes.readUInt32LE(345600 + 12 * m + 4) % 65536;
    const weight = f * f * (z < 66 ? 64 : z < 1311 ? 9 : 1) * (1 + 2 * unrest);
    weights.push(weight);
    total += weight;
    for (const [second, size] of jumps) if (Math.floor(second / 60) === m) unrest += Math.abs(size);
    unrest *= 0.97;
  }
  const shares = weights.map((weight) => weight / total);

  const w = [0];
  for (const [m, share] of shares.entries())
    w.push((w[m] ?? 0) + Math.sqrt(share) * normal(bytes, 345600 + 12 * m));
  const calm = close - open - jumped(0, 86400);
  const edges = [open];
  let passed = 0;
  for (let m = 1; m < 1440; m++) {
    passed += shares[m - 1] ?? 0;
    edges.push(
      open +
        (calm * passed + volatility * ((w[m] ?? 0) - passed * (w[1440] ?? 0))) +
        jumped(0, 60 * m),
    );
  }
  edges.push(close);

  const moves: number[] = [];
  for (let m = 0; m < 1440; m++) {
    let v = 0;
    const walk: number[] = [];
    for (let at = 240 * m; at < 240 * m + 240; at += 4) {
      for (const byte of bytes.subarray(at, at + 4)) v += byte;
      v -= 510;
      walk.push(v);
    }
    const rest = (edges[m + 1] ?? 0) - (edges[m] ?? 0) - jumped(60 * m, 60 * m + 60);
    const unit = (volatility * Math.sqrt((shares[m] ?? 0) / 60)) / 147.80054127099805;
    const slope = (rest - unit * v) / 60;
    for (const [k, walked] of walk.entries()) {
      let move = Math.fround(slope * (k + 1) + unit * walked);
      for (const [second, size] of jumps)
        if (Math.floor(second / 60) === m && second <= 60 * m + k) move = Math.fround(move + size);
      moves.push(move);
    }
  }
  return { bytes, bursts, shares, edges, moves, volatility };
}

interface Rebuilt {
  /** Of the day's 86,400 seconds. */
  index: number[];
  lots: number[];
  prints: number[];
  /** Best bid and ask of a second, ticks. */
  bestOf: (second: number) => { bid: number; ask: number };
  /** The prints of a second, in their order: ticks and lots. */
  printsOf: (second: number) => { price: number; amount: number }[];
}

const lastOf = (indexed: number) => Math.floor((indexed + 50) / 100);
/** By pace. */
const most = [0, 2, 4, 8, 14, 24];
const silent = [0, 180, 110, 30, 0, 0];

export function rebuild(reveal: Reveal): Rebuilt {
  const row = symbolRows.find(([symbol]) => symbol === reveal.symbol);
  if (!row) throw new Error(`the page has no ${reveal.symbol}`);
  const [anchor, decimals, amountDecimals, percent, millions] = row.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const sd = percent / 100;
  const a = Number(row[7]);
  const g = groupLoading.get(row[6]) ?? 0;
  const [first, second, third] = reveal.parts;
  if (!first || !second || !third) throw new Error("a part is missing");
  const market = pathOf(first, undefined);
  const paths = [market, pathOf(second, market), pathOf(third, market)] as const;
  const own = paths[2];
  const loadings = [sd * a, sd * g, sd * Math.sqrt(1 - a * a - g * g)] as const;
  const sum = (of: (path: Path) => number) =>
    loadings[0] * of(paths[0]) + loadings[1] * of(paths[1]) + loadings[2] * of(paths[2]);

  const price = own.edges.map(
    (_, m) => anchor * 10 ** (decimals + 2) * exp(sum(({ edges }) => edges[m] ?? 0)),
  );
  const index: number[] = [];
  for (let s = 0; s < 86400; s++) {
    const start = price[Math.floor(s / 60)] ?? 0;
    const x = sum(({ moves }) => moves[s] ?? 0);
    const at =
      s % 60 === 59
        ? (price[(s + 1) / 60] ?? 0)
        : start * polynomial(x, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1);
    index.push(Math.min(Math.floor(at + 0.5), 4294967295));
  }

  const place = symbolRows.indexOf(row);
  const until = (name: string) => symbolRows.findIndex(([symbol]) => symbol === `${name}usdt`);
  const pace =
    place < 2
      ? 5
      : place <= until("doge")
        ? 4
        : place <= until("shib")
          ? 3
          : place <= until("crv")
            ? 2
            : 1;
  const [v1, v2, v3] = paths.map(
    ({ volatility }, at) => ((loadings[at] ?? 0) * volatility) / sd,
  ) as [number, number, number];
  const lots: number[] = [];
  const prints: number[] = [];
  for (let m = 0; m < 1440; m++) {
    const [s1, s2, s3] = paths.map(({ shares }) => shares[m] ?? 0) as [number, number, number];
    const activity = Math.sqrt((v1 * v1 * s1 + v2 * v2 * s2 + v3 * v3 * s3) * 1440);
    const at = price[m] ?? 0;
    const full = ((millions * 1e6) / 1440) * 10 ** (decimals + 2) * 10 ** amountDecimals;
    const planned = Math.floor(
      Math.min(
        (full / at) * activity * exp(0.5 * normal(own.bytes, 345600 + 12 * m + 8)),
        4e17 / at,
        5e11,
      ),
    );
    const tape = [...own.bytes.subarray(363072 + 120 * m, 363072 + 120 * m + 120)];
    const rests = (k: number) =>
      k > 0 && lastOf(index[60 * m + k] ?? 0) === lastOf(index[60 * m + k - 1] ?? 0);
    const counts = tape
      .filter((_, n) => n % 2 === 1)
      .map((byte, k) =>
        byte < (silent[pace] ?? 0) && rests(k)
          ? 0
          : 1 + Math.floor((byte ** 3 * ((most[pace] ?? 0) - 1)) / 2 ** 24),
      );
    const weights = tape
      .filter((_, n) => n % 2 === 0)
      .map((byte, k) => (counts[k] === 0 ? 0 : 1 + Math.floor((byte * byte) / 256)));
    const lastPrinting = counts.findLastIndex((count) => count > 0);
    const rest = Math.max(planned - counts.reduce((x, y) => x + y), 0);
    const each = rest / weights.reduce((x, y) => x + y);
    let [passed, given] = [0, 0];
    for (let k = 0; k < 60; k++) {
      passed += weights[k] ?? 0;
      const exact = passed * each;
      const down = Math.floor(exact);
      const half = exact - down === 0.5 ? down % 2 : exact - down > 0.5 ? 1 : 0;
      const upTo = k >= lastPrinting ? rest : down + half;
      lots.push((counts[k] ?? 0) + upTo - given);
      prints.push(counts[k] ?? 0);
      given = upTo;
    }
  }
  const [b, c, d] = [535876, 535880, 535884].map((at) => own.bytes.readUInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const volatility = Math.sqrt(v1 * v1 + v2 * v2 + v3 * v3);
  const usual =
    lastOf(Math.floor((price[0] ?? 0) + 0.5)) * (spreads[pace] ?? 0) * 1e-4 * volatility;
  const bestOf = (at: number) => {
    const now = lastOf(index[at] ?? 0);
    const before = lastOf(index[at - 1] ?? Math.floor((price[0] ?? 0) + 0.5));
    const isBuy = now === before ? (mix(c, d, at, 0) & 256) === 0 : now > before;
    const r = mix(c, d, Math.floor(at / 16), 1) & 255;
    const spread = Math.max(1, Math.floor(usual * (0.5 + (1.5 * r * r) / 65536) + 0.5));
    return isBuy ? { bid: now - spread, ask: now } : { bid: now, ask: now + spread };
  };
  const printsOf = (at: number) => {
    const count = prints[at] ?? 0;
    const draws = Array.from({ length: count }, (_, n) => mix(b, c, at, n + 1));
    const weights = draws.map((draw) => 1 + Math.floor((draw & 255) ** 3 / 4096));
    const left = (lots[at] ?? 0) - count;
    const share = left / weights.reduce((x, y) => x + y, 0);
    const now = lastOf(index[at] ?? 0);
    const before = lastOf(index[at - 1] ?? 0);
    const quotes = at % 60 === 0 || now === before ? undefined : bestOf(at - 1);
    const begin = !quotes
      ? now
      : now > before
        ? Math.min(quotes.ask, now)
        : Math.max(quotes.bid, now);
    let [passed, given] = [0, 0];
    return draws.map((draw, n) => {
      const isLast = n === count - 1;
      passed += weights[n] ?? 0;
      const upTo = isLast ? left : Math.floor(share * passed);
      const amount = 1 + upTo - given;
      given = upTo;
      const way = (256 * (n + 1) - ((draw >> 8) & 255)) / (256 * count);
      return { price: isLast ? now : begin + Math.trunc((now - begin) * way), amount };
    });
  };
  return { index, lots, prints, bestOf, printsOf };
}
