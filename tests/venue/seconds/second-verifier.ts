/**
 * A verifier written from docs/receipt.md and docs/simulator.md alone: nothing of the venue or the protocol is
 * imported. It reads what `npm run verify` reads, and names what does not hold.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { commitmentOf, rebuild, type Reveal } from "../feed/simulator/second-implementation.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Row = Readonly<Record<string, Json>>;

const plain = (value: Json | undefined) =>
  typeof value === "string" ? value : canonical(value ?? null);

/** Every hash that a check computes on its way, by name: docs/receipt.md shows them of its example. */
export interface Trace {
  [name: string]: string;
}

const sha = (data: string | Buffer) => createHash("sha256").update(data).digest();
const hex = (data: string | Buffer) => sha(data).toString("hex");

export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
}

/** The fields that stand beside what is hashed. */
const beside = new Set(["hash", "signature", "settle_time"]);

export function bodyText(row: Row): string {
  return canonical(Object.fromEntries(Object.entries(row).filter(([key]) => !beside.has(key))));
}

function signs(key: string, { hash, signature }: Row): boolean {
  const point = Buffer.from(key, "base64url");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33) };
  return verify(
    "sha256",
    Buffer.from(plain(hash), "hex"),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(plain(signature), "base64url"),
  );
}

/** RFC 6962, 2.1.1: from a leaf up. */
function rootOf(leaf: Buffer, at: number, size: number, path: readonly string[]): string {
  let [node, index, last, up] = [leaf, at, size - 1, 0];
  const join = (left: Buffer, right: Buffer) => sha(Buffer.concat([Buffer.of(1), left, right]));
  while (last > 0) {
    const isRight = index % 2 === 1;
    if (isRight || index < last) {
      const sibling = Buffer.from(path[up++] ?? "", "hex");
      node = isRight ? join(sibling, node) : join(node, sibling);
    }
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return node.toString("hex");
}

/** A decimal as an integer of so many decimals. */
function units(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

function decimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The mean of three, the highest and the lowest left out, halves up, with a decimal more than prices have. */
function priceOf(samples: readonly (string | null)[], precision: number): string | null {
  const there = samples
    .flatMap((text) => (text === null ? [] : [units(text, precision + 2)]))
    .sort((a, b) => (a < b ? -1 : 1));
  if (there.length < 4) return null;
  const middle = there.slice(1, -1);
  const sum = middle.reduce((all, one) => all + one, 0n);
  const by = BigInt(middle.length) * 10n;
  return decimal((2n * sum + by) / (2n * by), precision + 1);
}

const shared = ["order_id", "symbol", "direction", "currency", "stake", "odds", "time"].concat([
  "accept_time",
  "t0",
  "t1",
  "source",
  "day_commits",
]);

/** What does not hold in a file of the form `godwit-receipt-1`, in the order of docs/receipt.md; empty where all does. */
export function faultsOf(file: Row, trace: Trace = {}): string[] {
  const receipt = file["receipt"] as Row;
  const key = plain(file["public_key"]);
  const faults: string[] = [];
  const hold = (name: string, isRight: boolean) => void (isRight || faults.push(name));
  const number = (name: string) => Number(receipt[name]);

  const text = bodyText(receipt);
  trace["receipt"] = hex(text);
  hold("hash", trace["receipt"] === receipt["hash"]);
  hold("signature", signs(key, receipt));
  const t0 = (Math.ceil(number("accept_time") / 1000) + 5) * 1000;
  hold("moments", t0 === number("t0") && t0 + number("time") * 1000 === number("t1"));

  const slip = file["slip"] as Row | undefined;
  if (slip) {
    trace["slip"] = hex(bodyText(slip));
    const agrees = shared.every(
      (name) => canonical(slip[name] ?? null) === canonical(receipt[name] ?? null),
    );
    const head = slip["head"] as Row;
    hold(
      "slip",
      trace["slip"] === slip["hash"] &&
        slip["public_key"] === key &&
        signs(key, slip) &&
        agrees &&
        Number(head["seq"]) < number("seq"),
    );
  }

  const chain = file["chain"] as Row[];
  const own = chain.find(({ seq }) => seq === receipt["seq"]);
  hold(
    "chain",
    chain.every((link) => signs(key, link)) &&
      (!own || own["hash"] === receipt["hash"]) &&
      chain.every((link, at) => at === 0 || link["prev_hash"] === chain[at - 1]?.["hash"]),
  );

  const precision = number("price_precision");
  const days = (file["days"] as Row[]).map((day) => day as unknown as Reveal);
  for (const [name, moment, list] of [
    ["entry", number("t0"), receipt["samples0"]],
    ["exit", number("t1"), receipt["samples1"]],
  ] as const) {
    const samples = list as (string | null)[];
    for (const [at, sample] of samples.entries()) {
      const second = moment / 1000 - 4 + at;
      const minute = second - (second % 60);
      const line = (file["ticks"] as Row[]).find((one) => one["minute"] === minute);
      if (line) {
        const published = line["samples"] as (string | null)[];
        const lineText = `${plain(line["symbol"])}|${minute}|${published.map((one) => one ?? "").join(",")}`;
        const leaf = sha(Buffer.concat([Buffer.of(0), Buffer.from(lineText)]));
        const root = rootOf(
          leaf,
          Number(line["leaf"]),
          Number(line["lines"]),
          line["path"] as string[],
        );
        const minuteText = [
          minute,
          plain(line["source"]),
          plain(line["lines"]),
          root,
          plain(line["prev_hash"]),
        ].join("|");
        Object.assign(trace, {
          [`${name} leaf`]: leaf.toString("hex"),
          [`${name} root`]: root,
          [`${name} minute`]: hex(minuteText),
        });
        hold(
          `${name} log`,
          published[second % 60] === sample &&
            line["source"] === receipt["source"] &&
            root === line["root"] &&
            hex(minuteText) === line["hash"] &&
            signs(key, line),
        );
      }
      for (const day of days) {
        const start = Date.parse(`${day.date}T00:00:00+08:00`) / 1000;
        if (second < start || second >= start + 86_400) continue;
        const made = rebuiltIndex(day)[second - start];
        hold(`${name} day`, made !== undefined && decimal(BigInt(made), precision + 2) === sample);
      }
    }
    hold(`${name} price`, priceOf(samples, precision) === receipt[name]);
  }
  for (const day of days) {
    trace[`day ${day.date}`] = commitmentOf(day);
    const commit = (receipt["day_commits"] as Row[]).find(({ date }) => date === day.date);
    hold("commitment", commit?.["commit"] === trace[`day ${day.date}`]);
  }
  hold("result", resultOf(receipt, precision) === receipt["result"]);
  hold("payout", payoutOf(receipt) === Number(receipt["payout"]).toFixed(8));
  return [...new Set(faults)];
}

const rebuiltDays = new Map<string, number[]>();

function rebuiltIndex(day: Reveal): number[] {
  const name = JSON.stringify(day);
  const index = rebuiltDays.get(name) ?? rebuild(day).index;
  rebuiltDays.set(name, index);
  return index;
}

function resultOf(receipt: Row, precision: number): string {
  const { entry, exit, direction } = receipt;
  if (typeof entry !== "string" || typeof exit !== "string") return "void";
  const [from, to] = [units(entry, precision + 1), units(exit, precision + 1)];
  if (from === to) return "draw";
  return to > from === (direction === "up") ? "win" : "lose";
}

/** Rounded down to the stake's decimals; to eight here, which stakes of USDT have. */
function payoutOf({ stake, odds, result }: Row): string {
  const [paid, rate] = [units(plain(stake), 8), units(plain(odds), 8)];
  const one = 10n ** 8n;
  const back = result === "win" ? (paid * (one + rate)) / one : result === "lose" ? 0n : paid;
  return decimal(back, 8);
}
