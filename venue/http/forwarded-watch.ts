import type { Clock } from "../lib/clock.ts";
import type { Log } from "../store/store.ts";

/** So many people behind one address are a proxy. */
const manyPeople = 5;
const againMs = 3_600_000;
const mostPeers = 1000;

interface Peer {
  forwarded: Set<string>;
  saidAt: number;
}

/**
 * Finds a proxy that the settings do not name: a peer whose requests name many different people in
 * `X-Forwarded-For`. All of them share one address's limits, which an operator would look for in vain.
 */
export class ForwardedWatch {
  private readonly log: Log;
  private readonly clock: Clock;
  private readonly peers = new Map<string, Peer>();

  constructor(log: Log, clock: Clock) {
    this.log = log;
    this.clock = clock;
  }

  /** @param peer an address that is no trusted proxy's */
  take(peer: string, forwardedFor: string): void {
    const known = this.peers.get(peer);
    if (!known && this.peers.size >= mostPeers) this.peers.clear();
    const seen = known ?? { forwarded: new Set<string>(), saidAt: Number.NEGATIVE_INFINITY };
    this.peers.set(peer, seen);
    if (seen.forwarded.size < manyPeople) seen.forwarded.add(forwardedFor.slice(0, 100));
    if (seen.forwarded.size < manyPeople || Math.abs(this.clock.now() - seen.saidAt) < againMs)
      return;
    seen.saidAt = this.clock.now();
    this.log(
      "warn",
      "a proxy is not trusted: the people behind it share the limits of one address; if it is yours, add its address to TRUSTED_PROXIES",
      { peer },
    );
  }
}
