import { componentNoiseLength } from "#protocol/proof/simulated-day/component-path.ts";
import { dayNoiseLength } from "#protocol/proof/simulated-day/day-path.ts";
import { marketFactor } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { packColumns } from "../../../venue/feed/simulator/candles/rollup-days.ts";
import { volatilityTerms } from "../../../venue/feed/simulator/model/day-levels.ts";
import { dayMinutes } from "../../../venue/feed/simulator/model/day-minutes.ts";
import { pinDay } from "../../../venue/feed/simulator/model/day-series.ts";
import { createMarketModel } from "../../../venue/feed/simulator/model/market-model.ts";
import {
  dayKeyMessage,
  levelMessage,
  type Noise,
} from "../../../venue/feed/simulator/model/noise.ts";
import { bookSide } from "../../../venue/feed/simulator/model/order-book.ts";
import {
  type SimulatedSymbol,
  symbolTable,
} from "../../../venue/feed/simulator/model/symbol-table.ts";

const goldenMaster = "golden";

/**
 * SHA-256 (hex) of everything that one symbol-day shows, computed with WebCrypto, which Node and browsers
 * share: its seconds, its minutes and one book. Every engine must give the same.
 */
export async function goldenDay(
  subtle: typeof crypto.subtle,
  symbolName: string,
  day: number,
): Promise<string> {
  const symbol = symbolTable.find(({ spec }) => spec.symbol === symbolName);
  if (symbol === undefined) throw new RangeError(`Unknown symbol ${symbolName}`);
  const path = createMarketModel(await noiseOf(subtle, symbol, day)).path(symbol, day);
  const book = Uint32Array.from(
    [...bookSide(symbol, path, 43_210, "buy"), ...bookSide(symbol, path, 43_210, "sell")].flat(),
  );
  const minutes = packColumns(dayMinutes(symbol, path));
  const shown = new Uint8Array(path.index.byteLength + minutes.byteLength + book.byteLength);
  shown.set(new Uint8Array(path.index.buffer), 0);
  shown.set(minutes, path.index.byteLength);
  shown.set(new Uint8Array(book.buffer), path.index.byteLength + minutes.byteLength);
  return hexOf(new Uint8Array(await subtle.digest("SHA-256", shown)));
}

/** WebCrypto answers later and the model asks at once: all that it will ask for is computed before. */
async function noiseOf(
  subtle: typeof crypto.subtle,
  { spec, group }: SimulatedSymbol,
  day: number,
): Promise<Noise> {
  const utf8 = new TextEncoder();
  const master = await subtle.importKey(
    "raw",
    utf8.encode(goldenMaster),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const digests = new Map<string, Uint8Array>();
  const streams = new Map<string, Uint8Array>();
  for (const name of [marketFactor, group, spec.symbol]) {
    const messages = [dayKeyMessage(name, day)];
    const [first, last] = [Math.min(day, pinDay) - volatilityTerms, Math.max(day, pinDay)];
    for (let d = first; d <= last; d++) messages.push(levelMessage(name, d));
    for (const message of messages)
      digests.set(message, new Uint8Array(await subtle.sign("HMAC", master, utf8.encode(message))));
    const seed = (digests.get(dayKeyMessage(name, day)) ?? new Uint8Array()).slice(0, 16);
    const key = await subtle.importKey("raw", seed, "AES-CTR", false, ["encrypt"]);
    const counter = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 };
    const length = name === spec.symbol ? dayNoiseLength : componentNoiseLength;
    streams.set(
      hexOf(seed),
      new Uint8Array(await subtle.encrypt(counter, key, new Uint8Array(length))),
    );
  }
  return {
    hmac: (message) => known(digests, message),
    keystream: (key) => known(streams, hexOf(key)),
    sha256: () => "",
  };
}

function known(map: ReadonlyMap<string, Uint8Array>, key: string): Uint8Array {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`Not computed: ${key}`);
  return value;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
