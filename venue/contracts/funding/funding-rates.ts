import type { MarketSource } from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { fundingAfter } from "../rules/funding-time.ts";

/** So long before an instant its rate is remembered, for a source that is slow to tell what it settled at. */
const rememberedMs = 120_000;
/** Rates of which the one that is asked for must be one. */
const latest = 5;

/** Rates at the instants of funding: as the source settled them, else as it had them last before. */
export class FundingRates {
  private readonly source: MarketSource;
  private readonly before = new Map<string, { fundingAt: number; rate: string }>();

  constructor(source: MarketSource) {
    this.source = source;
  }

  /** To be called at each tick. */
  remember(code: string, now: number): void {
    const next = fundingAfter(now);
    if (next - now > rememberedMs) return;
    const funding = this.source.funding(code);
    if (funding?.fundingTime === next)
      this.before.set(code, { fundingAt: next, rate: funding.fundingRate });
  }

  /** The rate of an instant (Unix ms), undefined where nobody knows it. */
  async at(code: string, fundingAt: number): Promise<string | undefined> {
    const settled = await this.settled(code, fundingAt);
    const before = this.before.get(code);
    return settled ?? (before?.fundingAt === fundingAt ? before.rate : undefined);
  }

  private async settled(code: string, fundingAt: number): Promise<string | undefined> {
    try {
      const { list } = await this.source.fundingHistory(code, latest, 0);
      return list.find(({ fundingTime }) => fundingTime === fundingAt)?.fundingRate;
    } catch (error) {
      if (error instanceof SourceUnavailable) return undefined;
      throw error;
    }
  }
}
