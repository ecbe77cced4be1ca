import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { priceLockDelaySec } from "#protocol/seconds-settlement.ts";
import { formatAmount, formatPercent, formatRate } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { percentText } from "../market/percent-text.ts";
import { secondConfQuery } from "./queries.ts";
import { stakeExample } from "./stake-example.ts";
import styles from "./odds-cards.module.css";

const oddsMissing = 300011;
const stakeCurrency = "USDT";

/** Facts and no form: for the duration looked at what a stake returns, how often one must be right, and the rule. */
export function OddsCards({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(secondConfQuery(symbol));
  const [chosen, setChosen] = useState<number | null>(null);
  const conf = data?.find((row) => row.time === chosen) ?? data?.[0];

  if (!conf) {
    if (data || error?.status === oddsMissing) {
      return (
        <EmptyState compact title={t`No durations are open here`}>
          <Trans>The venue has set no odds for this market. Choose another one above.</Trans>
        </EmptyState>
      );
    }
    if (!error) return <SkeletonRows count={5} lead={false} />;
    return (
      <ErrorState compact title={t`The odds did not arrive`} retryLabel={t`Try again`} onRetry={() => void refetch()} busy={isFetching}>
        <Trans>The price and the chart above are not affected.</Trans>
      </ErrorState>
    );
  }

  const amount = (text: string) => `${formatAmount(text, i18n.locale)}\u00a0${stakeCurrency}`;
  const example = stakeExample(conf.min, conf.odds);
  const odds = formatPercent(percentText(conf.odds), i18n.locale, 0);
  const expected = formatPercent(percentText(conf.expectation), i18n.locale, 2);
  const [least, most, lock] = [amount(conf.min), amount(conf.max), priceLockDelaySec];
  return (
    <>
      <Card title={t`Durations and odds`}>
        <p className={styles.choose}><Trans>Show odds for</Trans></p>
        <ChipRow label={t`Show odds for`} even>
          {(data ?? []).map((row) => (
            <Chip key={row.time} selected={row.time === conf.time} onClick={() => setChosen(row.time)}>
              <Plural value={row.time} one="# s" other="# s" />
            </Chip>
          ))}
        </ChipRow>
        <KeyValues>
          <KeyValue label={t`Profit if right`}>{odds}</KeyValue>
          <KeyValue label={t`Stake`}>
            <Trans>{least} to {most}</Trans>
          </KeyValue>
          {example && (
            <KeyValue label={t`If right, ${least} return`} tone="up">
              {amount(example.payout)}
            </KeyValue>
          )}
          <KeyValue label={t`If wrong`} tone="down">
            <Trans>The stake is lost</Trans>
          </KeyValue>
          <KeyValue label={t`If entry and exit are equal`}>
            <Trans>The stake comes back</Trans>
          </KeyValue>
          <KeyValue label={t`Right calls to break even`} explanation={t`How often one must be right in the long run to lose nothing: 1 divided by 1 plus the odds. Tossing a coin is right half of the time.`}>
            {formatRate(percentText(conf.break_even), i18n.locale, 2)}
          </KeyValue>
          <KeyValue label={t`Expected result by chance`} explanation={t`What a stake returns on average when calls are right half of the time. Below zero, the venue wins on average.`} tone={conf.expectation.startsWith("-") ? "down" : undefined}>
            <Trans>{expected} of the stake</Trans>
          </KeyValue>
        </KeyValues>
      </Card>
      <Card title={t`How it is settled`}>
        <ol className={styles.rules}>
          <li>
            <Trans>The entry price locks {lock} seconds after the venue accepts, so nobody can bet on a price already seen.</Trans>
          </li>
          <li>
            <Trans>The exit price is taken <Plural value={conf.time} one="# second" other="# seconds" /> after the entry. Nothing can move that moment.</Trans>
          </li>
          <li>
            <Trans>Both prices are made the same way: of five index prices a second apart the highest and the lowest are dropped, and the other three are averaged.</Trans>
          </li>
          <li>
            <Trans>Up wins if the exit is strictly above the entry, Down if it is strictly below. Equal: the stake comes back. If prices are missing, it comes back too.</Trans>
          </li>
        </ol>
      </Card>
      <Banner tone="warning">
        <Trans>Seconds contracts are a wager with odds against you, and most people who make many of them lose. Here it is paper money; with real money many countries forbid selling them to the public.</Trans>
      </Banner>
    </>
  );
}
