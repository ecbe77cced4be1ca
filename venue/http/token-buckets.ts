interface Bucket {
  tokens: number;
  at: number;
}

/** Allows `perSecond` on average and `burst` at once, for each key on its own. Times in Unix ms. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perSecond: number;
  private readonly burst: number;

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Takes one; answers 0, or the whole seconds until there is one again. */
  take(key: string, now: number): number {
    const bucket = this.refill(key, now);
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond));
    bucket.tokens -= 1;
    return 0;
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
    const bucket = this.buckets.get(key) ?? { tokens: this.burst, at: now };
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
