import { setTimeout as pause } from "node:timers/promises";
import type { SymbolSpec } from "../market-source.ts";
import { SourceUnavailable } from "../source-unavailable.ts";
import type { HtxRelay, OfferedSymbol } from "./htx-relay.ts";
import type { HtxSymbol } from "./htx-shapes.ts";
import { asOffered } from "./htx-universe.ts";

/** So long it is waited for what another process offers. */
const offeredMs = 1500;

/** The same symbols in all processes: the one that reads HTX chooses them, the others take its choice. */
export class SharedUniverse {
  readonly #relay: HtxRelay;
  #offered: readonly OfferedSymbol[] | undefined;
  #hear: () => void = () => undefined;

  constructor(relay: HtxRelay) {
    this.#relay = relay;
  }

  /**
   * What this process offers: `own` where it reads HTX itself.
   * @throws SourceUnavailable while the process that reads HTX does not say what it offers
   */
  async choose(
    symbols: readonly HtxSymbol[],
    own: () => Promise<SymbolSpec[]>,
  ): Promise<SymbolSpec[]> {
    if (!this.#offered) {
      await this.#relay.stand();
      if (!this.#relay.isLeader) await this.#ask();
    }
    if (this.#offered) return asOffered(symbols, this.#offered);
    const chosen = await own();
    this.tell(chosen);
    return chosen;
  }

  /** Says to the other processes what this one offers. */
  tell(specs: readonly SymbolSpec[]): void {
    this.#relay.send({
      offered: specs.map(({ symbol, second, pricePrecision, amountPrecision }) => [
        symbol,
        second,
        pricePrecision,
        amountPrecision,
      ]),
    });
  }

  /** Another process says what it offers. */
  hear(offered: readonly OfferedSymbol[]): void {
    this.#offered = offered;
    this.#hear();
  }

  async #ask(): Promise<void> {
    const heard = new Promise<void>((done) => (this.#hear = done));
    this.#relay.send({ asks: "offered" });
    await Promise.race([heard, pause(offeredMs)]);
    if (!this.#offered && !this.#relay.isLeader)
      throw new SourceUnavailable("the process that reads HTX does not say yet what it offers");
  }
}
