/** How far a price may be from the median of the last minute, in percent. */
const bandPercent = 10;
const memorySec = 60;
/** Ticks that must agree before a jump is believed. */
const confirmations = 3;

/**
 * Keeps wild prices out: one more than 10 % from the median of the last 60 s is dropped, unless three
 * such ticks in a row agree with one another, which is a market that really moved.
 */
export class TickFilter {
  /** The last price of each second, oldest first. */
  readonly #seconds: { second: number; price: number }[] = [];
  #outliers: number[] = [];

  /** Whether a price heard at `now` (ms) is believed; prices in any one integer unit. */
  accepts(price: number, now: number): boolean {
    if (!Number.isSafeInteger(price) || price <= 0) return false;
    const second = Math.floor(now / 1000);
    // The last one is never forgotten: after a silence the first price to come may be the wild one.
    while (
      this.#seconds.length > 1 &&
      this.#seconds[0] &&
      this.#seconds[0].second <= second - memorySec
    )
      this.#seconds.shift();
    const median = this.#median();
    if (median !== undefined && !isNear(price, median)) {
      const isAgreed = this.#outliers.every((outlier) => isNear(price, outlier));
      this.#outliers = isAgreed ? [...this.#outliers, price] : [price];
      if (this.#outliers.length < confirmations) return false;
      this.#seconds.length = 0;
    }
    this.#outliers = [];
    const last = this.#seconds.at(-1);
    if (last && last.second >= second) last.price = price;
    else this.#seconds.push({ second, price });
    return true;
  }

  #median(): number | undefined {
    const sorted = this.#seconds.map(({ price }) => price).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  }
}

function isNear(price: number, reference: number): boolean {
  return Math.abs(price - reference) * 100 <= reference * bandPercent;
}
