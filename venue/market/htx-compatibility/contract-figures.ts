/** What the venue knows of a contract from its own users: the market it trades in does not know it. */
export interface ContractFigures {
  /** Contracts that are held open, by contract code; each position counts once. */
  openInterest(): Promise<ReadonlyMap<string, bigint>>;
  /** Contracts that were held open at each of `count` moments, `stepMs` apart from `first` on (Unix ms). */
  openInterestAt(
    contractCode: string,
    moments: { first: number; stepMs: number; count: number },
  ): Promise<bigint[]>;
  /** Positions that were liquidated from `from` to `to` inclusive, Unix ms, newest first. */
  liquidations(
    contractCode: string,
    range: { from: number; to: number; limit: number },
  ): Promise<Liquidation[]>;
}

export interface Liquidation {
  id: number;
  /** Unix ms. */
  time: number;
  position: "long" | "short";
  /** Contracts. */
  volume: bigint;
  /** The mean price of its closing and what that came to, decimal strings in the quote currency. */
  price: string;
  turnover: string;
}
