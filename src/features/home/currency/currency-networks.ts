import type { RechargeCurrency, WithdrawalCurrency } from "#protocol/api/wallet.ts";

type Recharge = RechargeCurrency["networks"][number];
type Withdrawal = WithdrawalCurrency["networks"][number];

/** One network of a currency; null where the venue has no recharge or no withdrawal by it. */
export interface CurrencyNetwork {
  name: string;
  hasMemo: boolean;
  recharge: Recharge | null;
  withdrawal: Withdrawal | null;
}

/** The networks of one currency in the venue's order, those of recharges first; undefined while neither list has arrived. */
export function networksOf(
  flag: string,
  recharges: readonly RechargeCurrency[] | undefined,
  withdrawals: readonly WithdrawalCurrency[] | undefined,
): CurrencyNetwork[] | undefined {
  if (!recharges && !withdrawals) return undefined;
  const ins = recharges?.find((entry) => entry.flag === flag)?.networks ?? [];
  const outs = withdrawals?.find((entry) => entry.flag === flag)?.networks ?? [];
  return [...new Set([...ins, ...outs].map(({ network }) => network))].map((name) => {
    const recharge = ins.find(({ network }) => network === name) ?? null;
    const withdrawal = outs.find(({ network }) => network === name) ?? null;
    return {
      name,
      recharge,
      withdrawal,
      hasMemo: recharge?.memo_required === 1 || withdrawal?.memo_required === 1,
    };
  });
}
