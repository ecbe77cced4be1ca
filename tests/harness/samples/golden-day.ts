import { buildDayPath, dayNoiseLength } from "#protocol/proof/simulated-day/day-path.ts";
import { dayMinutes } from "../../../venue/feed/simulator/model/day-minutes.ts";
import { levelReach } from "../../../venue/feed/simulator/model/day-levels.ts";
import { createDaySeries } from "../../../venue/feed/simulator/model/day-series.ts";
import { bookSide } from "../../../venue/feed/simulator/model/order-book.ts";
import {
  dayKeyMessage,
  marketMessage,
  ownMessage,
} from "../../../venue/feed/simulator/model/noise.ts";
import { packColumns } from "../../../venue/feed/simulator/candles/rollup-days.ts";
import { symbolTable } from "../../../venue/feed/simulator/model/symbol-table.ts";

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
  const utf8 = new TextEncoder();
  const master = await subtle.importKey(
    "raw",
    utf8.encode(goldenMaster),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const hmac = async (message: string) =>
    new Uint8Array(await subtle.sign("HMAC", master, utf8.encode(message)));

  const digests = new Map<number, readonly [Uint8Array, Uint8Array]>();
  for (let d = day - levelReach; d <= day; d++) {
    digests.set(d, [await hmac(marketMessage(d)), await hmac(ownMessage(symbolName, d))]);
  }
  const series = createDaySeries(
    symbol.dailySd,
    (d) => digests.get(d) ?? [new Uint8Array(32), new Uint8Array(32)],
  );
  const seed = (await hmac(dayKeyMessage(symbolName, day))).slice(0, 16);
  const key = await subtle.importKey("raw", seed, "AES-CTR", false, ["encrypt"]);
  const counter = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 };
  const noise = new Uint8Array(await subtle.encrypt(counter, key, new Uint8Array(dayNoiseLength)));

  const path = buildDayPath(symbol, series.facts(day), noise);
  const book = Uint32Array.from(
    [...bookSide(symbol, path, 43_210, "buy"), ...bookSide(symbol, path, 43_210, "sell")].flat(),
  );
  const minutes = packColumns(dayMinutes(symbol, path));
  const shown = new Uint8Array(path.index.byteLength + minutes.byteLength + book.byteLength);
  shown.set(new Uint8Array(path.index.buffer), 0);
  shown.set(minutes, path.index.byteLength);
  shown.set(new Uint8Array(book.buffer), path.index.byteLength + minutes.byteLength);
  const hash = new Uint8Array(await subtle.digest("SHA-256", shown));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
