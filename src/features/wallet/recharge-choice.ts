/** What can be recharged and by which networks: pure. */
import type { RechargeChannel, RechargeCurrency } from "#protocol/wallet.ts";

export type RechargeNetwork = RechargeCurrency["networks"][number];

/** What is chosen of what there is. */
export interface RechargeChoice {
  currency: RechargeCurrency | undefined;
  network: RechargeNetwork | undefined;
  /** Where it is sent; undefined where the venue names no address. */
  channel: RechargeChannel | undefined;
  /** A currency that was asked for and cannot be recharged. */
  missing: string | undefined;
}

/** What most people recharge. */
const usual = "USDT";

/** Currencies in the venue's order, each with a network at least. */
export function rechargeable(currencies: readonly RechargeCurrency[]): RechargeCurrency[] {
  return currencies
    .filter(({ networks }) => networks.length > 0)
    .toSorted((a, b) => a.sort - b.sort || (a.flag < b.flag ? -1 : 1));
}

/**
 * The currency and network that are wished for, as far as they are there. A network is never guessed among
 * several: the wrong one is the mistake that costs most.
 */
export function chooseRecharge(
  currencies: readonly RechargeCurrency[],
  channels: Readonly<Record<string, readonly RechargeChannel[]>> | undefined,
  wish: { flag: string | null; network: string | null },
): RechargeChoice {
  const wanted = currencies.find(({ flag }) => flag === wish.flag);
  const missing = wish.flag !== null && !wanted ? wish.flag : undefined;
  const currency =
    wanted ??
    (missing === undefined
      ? (currencies.find(({ flag }) => flag === usual) ?? currencies[0])
      : undefined);
  const open = currency?.networks.filter(({ status }) => status === 1) ?? [];
  const network =
    currency?.networks.find((one) => one.network === wish.network) ??
    (open.length === 1 ? open[0] : undefined);
  const channel =
    currency &&
    network &&
    channels?.[currency.flag]?.find((one) => one.network === network.network);
  return { currency, network, channel, missing };
}
