interface Bucket {
  tokens: number;
  at: number;
  /** Taken, and not said to the other processes yet. */
  unshared: number;
}

/** Who has taken less than this part of a burst is of no interest to other processes. */
const heavyPart = 0.25;

/** Allows `perSecond` on average and `burst` at once, for each key on its own. Times in Unix ms. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly tell: ((key: string, count: number) => void) | undefined;

  /** @param tell says to other processes what somebody took who takes much */
  constructor(perSecond: number, burst: number, tell?: (key: string, count: number) => void) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tell = tell;
  }

  /** Takes one; answers 0, or the whole seconds until there is one again. */
  take(key: string, now: number): number {
    const bucket = this.refill(key, now);
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond));
    bucket.tokens -= 1;
    if (!this.tell) return 0;
    bucket.unshared += 1;
    if (bucket.tokens > this.burst * (1 - heavyPart)) return 0;
    this.tell(key, bucket.unshared);
    bucket.unshared = 0;
    return 0;
  }

  /** Another process has let so many through: they are missing here, down to a whole burst below nothing. */
  spentElsewhere(key: string, count: number, now: number): void {
    const bucket = this.refill(key, now);
    bucket.tokens = Math.max(-this.burst, bucket.tokens - count);
  }

  /** Seconds to wait, without taking. */
  waitFor(key: string, now: number): number {
    const { tokens } = this.refill(key, now);
    return tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / this.perSecond)) : 0;
  }

  /** Forgets keys that have filled up again. */
  sweep(now: number): void {
    for (const [key, bucket] of this.buckets) {
      if (bucket.tokens + this.gained(bucket, now) >= this.burst) this.buckets.delete(key);
    }
  }

  private refill(key: string, now: number): Bucket {
    const bucket = this.buckets.get(key) ?? { tokens: this.burst, at: now, unshared: 0 };
    bucket.tokens = Math.min(this.burst, bucket.tokens + this.gained(bucket, now));
    bucket.at = now;
    this.buckets.set(key, bucket);
    return bucket;
  }

  /** A clock set back gives nothing and takes nothing. */
  private gained(bucket: Bucket, now: number): number {
    return (Math.max(0, now - bucket.at) / 1000) * this.perSecond;
  }
}
