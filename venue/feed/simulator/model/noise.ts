/** The keyed randomness of the model, synchronous as Node gives it; a browser computes the same (tests/harness/samples/golden-day.ts). */
export interface Noise {
  /** HMAC-SHA256 under the venue's master secret. */
  hmac(message: string): Uint8Array;
  /** AES-128-CTR keystream from counter 0, at an offset that is a multiple of 4. */
  keystream(key: Uint8Array, length: number): Uint8Array;
  /** Lower-case hex of SHA-256. */
  sha256(data: string | Uint8Array): string;
}

/** First message of the key of one symbol-day's keystream. */
export const dayKeyMessage = (symbol: string, day: number): string => `day|${symbol}|${day}`;
/** Message of the day-level noise of one symbol. */
export const ownMessage = (symbol: string, day: number): string => `${symbol}|${day}`;
/** Message of the day-level noise that all symbols share. */
export const marketMessage = (day: number): string => `mkt|${day}`;
