/** The last prices, brought while the app is closed (Periodic Background Sync), so that its next start shows younger ones. */
import { decodeText, isEnvelope } from "#protocol/wire/envelope.ts";
import { changeStored } from "./app-database.ts";
import { venueAddresses } from "./venue-address.ts";

const path = "/api/htx/getMergedTickerRank?limit=200";

/**
 * Writes them as the app does (`src/features/market/list/ticker-cache.ts`), which reads them as untrusted input. Answers
 * the venue's time, Unix ms: the device's clock may be wrong.
 * @throws where the venue did not answer
 */
export async function bringPrices(): Promise<number> {
  const addressOf = await venueAddresses();
  const answer = await fetch(addressOf(path), { cache: "no-store" });
  const text = await answer.text();
  const envelope: unknown = JSON.parse(decodeText(text.trim()) ?? text);
  if (!isEnvelope(envelope) || envelope.status !== 0 || !Array.isArray(envelope.data))
    throw new Error("not the venue's prices");
  const rows: readonly unknown[] = envelope.data;
  const at = Date.parse(answer.headers.get("Date") ?? "") || Date.now();
  await changeStored("tickers", () => ({ version: 1, at, rows }));
  return at;
}
