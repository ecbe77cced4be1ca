import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { formatSum, formatTime, HIDDEN_AMOUNT, NO_NUMBER, type SumForm } from "../../lib/format.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Change } from "../../ui/figures/change.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { Sparkline } from "../../ui/figures/sparkline.tsx";
import { EyeIcon, EyeOffIcon } from "../../ui/icons/action-icons.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Term } from "../../ui/text/term.tsx";
import { holdingOf, portfolioTotal } from "../wallet/assets/portfolio.ts";
import { useAgo } from "../wallet/assets/use-ago.ts";
import { useWallet } from "../wallet/assets/use-wallet.ts";
import { hideAmountsAtom } from "../wallet/assets/wallet-atoms.ts";
import { equityQuery } from "../wallet/assets/wallet-queries.ts";
import { dayProfit } from "./day-profit.ts";
import { MyTrades } from "./my-trades.tsx";
import styles from "./my-home.module.css";

const unit = "USDT";
const days = "7";
const balancesAgedMs = 30_000;
const profitAgedMs = 3 * 60_000;

/** What is one's own on Home: the value with the day's profit, and what is open. */
export function MyHome() {
  return (
    <>
      <MyValue />
      <MyTrades />
    </>
  );
}

function MyValue() {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  const { wallet, error } = useWallet();
  // The total beside it is of this moment: on the way back from a trade the profit must not be older than the total.
  const equity = useQuery({ ...equityQuery(days), refetchOnMount: "always" });
  const sum = wallet ? portfolioTotal(wallet.balances.map(holdingOf)) : undefined;
  const profit = equity.data && dayProfit(equity.data, Number(days));
  const failed = error !== null;
  const written = (form?: SumForm) =>
    sum
      ? hidden
        ? HIDDEN_AMOUNT
        : formatSum(sum.total, unit, locale, form)
      : failed
        ? NO_NUMBER
        : undefined;
  const [shown, whole] = [written(), written({ whole: true })];
  return (
    <section className={styles.value} aria-label={t`Total value`}>
      <div className={styles.head}>
        <Term term={t`Total value`}>
          <Trans>
            All currencies at their last price, with what is bound in orders and positions. One USDT
            is counted as one US dollar. Paper money: nothing here can be paid out.
          </Trans>
        </Term>
        {wallet && <AsOf at={wallet.at} agedAfterMs={balancesAgedMs} />}
        <IconButton
          label={t`Hide amounts`}
          pressed={hidden}
          icon={hidden ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          onClick={() => setHidden(!hidden)}
        />
      </div>
      <div className={styles.figures}>
        <p className={styles.total}>
          {shown === undefined || whole === undefined ? (
            <Skeleton shape="title" width="half" />
          ) : (
            <>
              <Figure text={shown} whole={whole} label={t`Total value`} />{" "}
              <span className={styles.unit}>{unit}</span>
            </>
          )}
        </p>
        {profit && profit.line.length > 0 && !hidden && (
          <Sparkline
            values={profit.line}
            direction={(profit.line.at(-1) ?? 0) < (profit.line[0] ?? 0) ? "down" : "up"}
            width={72}
            label={t`Profit and loss of the last ${profit.line.length} days`}
          />
        )}
      </div>
      <p className={styles.day}>
        <Trans>Today</Trans>{" "}
        {profit === undefined ? (
          equity.error || equity.data ? (
            NO_NUMBER
          ) : (
            <Skeleton width="short" />
          )
        ) : hidden ? (
          `${HIDDEN_AMOUNT} ${unit}`
        ) : (
          <>
            <Change
              value={profit.amount}
              currency={unit}
              locale={locale}
              frozen={equity.error !== null}
            />
            {profit.percent !== undefined && (
              <Change value={profit.percent} locale={locale} frozen={equity.error !== null} />
            )}
          </>
        )}
        {profit && <AsOf at={equity.dataUpdatedAt} agedAfterMs={profitAgedMs} onlyAged />}
      </p>
      {sum && sum.unpriced.length > 0 && (
        <p className={styles.note}>
          <Plural
            value={sum.unpriced.length}
            one="# currency of unknown value is not counted"
            other="# currencies of unknown value are not counted"
          />
        </p>
      )}
    </section>
  );
}

/** When a figure was read; how long ago, once that is long. `at`: Unix ms. */
function AsOf({
  at,
  agedAfterMs,
  onlyAged = false,
}: {
  at: number;
  agedAfterMs: number;
  onlyAged?: boolean;
}) {
  const { i18n } = useLingui();
  const ago = useAgo(at, agedAfterMs);
  if (ago === undefined && onlyAged) return null;
  const time = formatTime(at, i18n.locale, { seconds: true });
  return (
    <span className={styles.age} data-aged={ago !== undefined || undefined}>
      {ago !== undefined ? (
        <Trans>
          As of {time}, {ago}
        </Trans>
      ) : (
        <Trans>As of {time}</Trans>
      )}
    </span>
  );
}
