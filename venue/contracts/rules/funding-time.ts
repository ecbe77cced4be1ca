import { fundingSeconds } from "../../feed/funding.ts";

const periodMs = fundingSeconds * 1000;

/** The last funding instant up to `now`, Unix ms: 00, 08 or 16 UTC. */
export function fundingBefore(now: number): number {
  return Math.floor(now / periodMs) * periodMs;
}

/** The first one after `at`. */
export function fundingAfter(at: number): number {
  return fundingBefore(at) + periodMs;
}
