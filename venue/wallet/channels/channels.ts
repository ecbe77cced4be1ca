/**
 * The one table of paper networks: what a recharge or a withdrawal of each currency may be, and whether it
 * is open. Made of the market's rules and the operator's `CHANNELS`.
 */
import { formatAmount, maxMinor, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { Currency } from "#protocol/api/platform.ts";
import type {
  RechargeChannel,
  RechargeCurrency,
  WithdrawalCurrency,
} from "#protocol/api/wallet.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import { currencyConf, quoteCurrency } from "../../platform/currencies.ts";
import { networkNamed, networksOf } from "../../settings/channel-networks.ts";
import type { ChannelSetting, ChannelsSetting } from "../../settings/channels-setting.ts";

type RechargeNetwork = RechargeCurrency["networks"][number];
type WithdrawalNetwork = WithdrawalCurrency["networks"][number];

/** One network of one currency. */
interface Channel {
  recharge: RechargeNetwork;
  withdrawal: WithdrawalNetwork;
  /** The operator's words beside the address. */
  notice: string;
  /** The setting's fault in words; both ways are closed then, since a figure would be a guess. */
  problem: string | undefined;
}

interface CurrencyChannels {
  currency: Currency;
  channels: Channel[];
}

export type ChannelDeps = Pick<VenueDeps, "source" | "currencies"> & {
  settings: { channels: ChannelsSetting; withdrawFeeRate: string };
};

export function rechargeCurrencies(deps: ChannelDeps): RechargeCurrency[] {
  return channelTable(deps).map(({ currency: { flag, name, icon, sort }, channels }) => ({
    flag,
    name,
    icon,
    sort,
    networks: channels.map(({ recharge }) => recharge),
  }));
}

export function withdrawalCurrencies(deps: ChannelDeps): WithdrawalCurrency[] {
  return channelTable(deps).map(({ currency: { flag, name, icon }, channels }) => {
    // A card is paid in dollars, and only the quote currency is one (screens.md, Withdraw to a bank card).
    const own = flag === quoteCurrency ? channels[0]?.withdrawal : undefined;
    const bank = own
      ? { enabled: 1 as const, min: own.min, max: own.max, fee_rate: own.fee_rate }
      : { enabled: 0 as const, min: "0", max: "0", fee_rate: "0" };
    return {
      flag,
      name,
      icon,
      networks: channels.map(({ withdrawal }) => withdrawal),
      bank: { ...bank, fiat: "USD", rate: "1" },
    };
  });
}

/** Where a recharge is said to be sent, by currency. The same for everybody: the voucher says whose it is. */
export function rechargeChannels(deps: ChannelDeps): Record<string, RechargeChannel[]> {
  return Object.fromEntries(
    channelTable(deps).map(({ currency, channels }) => [
      currency.flag,
      channels.map(toRechargeChannel),
    ]),
  );
}

/** The first thing wrong with the operator's setting, as a sentence; undefined where all is well or nothing can be said yet. */
export function channelsProblem(deps: ChannelDeps): string | undefined {
  if (deps.source.symbols().length === 0) return undefined;
  const table = channelTable(deps);
  const stranger = Object.keys(deps.settings.channels).find(
    (flag) => !table.some(({ currency }) => currency.flag === flag),
  );
  if (stranger !== undefined) return `CHANNELS names ${stranger}, which is not traded here.`;
  return table.flatMap(({ channels }) => channels).find(({ problem }) => problem !== undefined)
    ?.problem;
}

function channelTable({ source, currencies, settings }: ChannelDeps): CurrencyChannels[] {
  const specs = new Map(source.symbols().map((spec) => [spec.symbol, spec]));
  return Object.values(currencyConf(source, currencies)).map((currency) => ({
    currency,
    channels: networksOf(currency.flag).map((network) => {
      const spec = specs.get(currency.symbol ?? "");
      return toChannel(
        currency,
        spec,
        network,
        settings.channels[currency.flag]?.[network],
        settings.withdrawFeeRate,
      );
    }),
  }));
}

/** What the proportions below are counted in: ten dollars, or a hundred of the smallest order of a coin. Minor units. */
function unitOf(currency: Currency, spec: SymbolSpec | undefined): bigint {
  if (!spec) return 10n * 10n ** BigInt(currency.scale);
  const unit = 100n * (parseAmount(spec.minOrderAmount, currency.scale) ?? 1n);
  return unit * 10_000n > maxMinor ? maxMinor / 10_000n : unit;
}

function toChannel(
  currency: Currency,
  spec: SymbolSpec | undefined,
  network: string,
  setting: ChannelSetting | undefined,
  feeRate: string,
): Channel {
  const { confirmations, hasMemo, realAddress } = networkNamed(network);
  const unit = unitOf(currency, spec);
  const text = (minor: bigint) => trimZeros(formatAmount(minor, currency.scale));
  const { notice = "", ...wantedRecharge } = setting?.recharge ?? {};
  const memo_required = hasMemo ? 1 : 0;
  const recharge: RechargeNetwork = {
    network,
    channel_id: channelId(currency.flag, network),
    min: text(unit),
    max: text(unit * 10_000n),
    confirmations,
    confirmations_note: "",
    memo_required,
    status: 1,
    ...wantedRecharge,
  };
  const withdrawal: WithdrawalNetwork = {
    network,
    min: text(unit),
    max: text(unit * 1000n),
    day_max: text(unit * 5000n),
    fee_type: "ratio",
    fee_rate: feeRate,
    min_fee: text(unit / 10n),
    max_fee: text(unit * 10n),
    fee_mode: "inside",
    precision: currency.scale,
    address_regex: `^(PAPER-${network}-\\d{1,10}|${realAddress})$`,
    memo_required,
    status: 1,
    ...setting?.withdrawal,
  };
  const fault = faultOf(recharge, withdrawal, currency.scale);
  // What is no longer traded may leave, but nothing more of it comes in.
  if (fault !== undefined || spec?.state === "offline") recharge.status = 0;
  if (fault !== undefined) withdrawal.status = 0;
  return {
    recharge,
    withdrawal,
    notice,
    problem: fault && `CHANNELS has for ${currency.flag} on ${network} ${fault}.`,
  };
}

/** Why these limits cannot be held to; undefined where they can. */
function faultOf(
  recharge: RechargeNetwork,
  withdrawal: WithdrawalNetwork,
  scale: number,
): string | undefined {
  const minor = (amount: string | null) => parseAmount(amount ?? "", scale) ?? -1n;
  const [least, most] = [minor(recharge.min), minor(recharge.max)];
  const [min, max, dayMax] = [
    minor(withdrawal.min),
    minor(withdrawal.max),
    minor(withdrawal.day_max),
  ];
  const [minFee, maxFee] = [minor(withdrawal.min_fee), minor(withdrawal.max_fee)];
  if ([least, most, min, max, dayMax, minFee, maxFee].includes(-1n))
    return `an amount with more than ${scale} decimals, or too large`;
  if (least === 0n || min === 0n) return "a minimum of nothing";
  if (least > most || min > max) return "a minimum above the maximum";
  if (max > dayMax) return "a maximum above the day's";
  if (minFee > maxFee) return "a smallest fee above the largest";
  return minFee >= min ? "a fee that takes the smallest withdrawal whole" : undefined;
}

/** The channel as one recharges by it. No chain knows an address with hyphens and these letters: a real transfer to it cannot be made. */
function toRechargeChannel({
  recharge: { network, channel_id, min, max, status, memo_required },
  notice,
}: Channel): RechargeChannel {
  const address = `PAPER-${network}-${channel_id}`;
  return {
    channel_id,
    network,
    address,
    qrcode: address,
    memo: memo_required === 1 ? String(channel_id) : "",
    min,
    max,
    status,
    notice,
  };
}

/** The same for ever, whatever is listed beside it; records of recharges name it. FNV-1a in 31 bits. */
function channelId(flag: string, network: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${flag}/${network}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 1;
}
