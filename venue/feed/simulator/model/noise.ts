/** The keyed randomness of the model, synchronous as Node gives it; a browser computes the same (tests/harness/samples/golden-day.ts). */
export interface Noise {
  /** HMAC-SHA256 under the venue's master secret. */
  hmac(message: string): Uint8Array;
  /** AES-128-CTR keystream from counter 0, at an offset that is a multiple of 4. */
  keystream(key: Uint8Array, length: number): Uint8Array;
  /** Lower-case hex of SHA-256. */
  sha256(data: string | Uint8Array): string;
}

/** Message of the key of one component's day: `market`, a group or a symbol. */
export const dayKeyMessage = (component: string, day: number): string => `day|${component}|${day}`;
/** Message of the noise that moves a component from day to day. */
export const levelMessage = (component: string, day: number): string => `level|${component}|${day}`;
/** Message of the noise of a component's day before the exchange opened; `of` tells what it is for. */
export const earlyMessage = (component: string, day: number, of: EarlyNoise): string =>
  `early|${component}|${day}|${of}`;
export type EarlyNoise = "moves" | "ranges" | "minutes";
/** Message of the noise behind the premium of a contract, of one day or for all of them. */
export const premiumMessage = (symbol: string, day?: number): string =>
  day === undefined ? `premium|${symbol}` : `premium|${symbol}|${day}`;
