import { TooMany } from "../store/refusal.ts";

/** Lets so many do something at once, of one key and all together. */
export class AtOnce {
  private readonly mostOfOne: number;
  private readonly mostOfAll: number;
  private readonly running = new Map<string, number>();
  private all = 0;

  constructor(mostOfOne: number, mostOfAll: number) {
    this.mostOfOne = mostOfOne;
    this.mostOfAll = mostOfAll;
  }

  /** @throws TooMany where there is no room; a second later there may be */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.running.get(key) ?? 0;
    if (own >= this.mostOfOne || this.all >= this.mostOfAll) throw new TooMany(1);
    this.count(key, 1);
    try {
      return await work();
    } finally {
      this.count(key, -1);
    }
  }

  private count(key: string, by: 1 | -1): void {
    this.all += by;
    const own = (this.running.get(key) ?? 0) + by;
    if (own === 0) this.running.delete(key);
    else this.running.set(key, own);
  }
}
