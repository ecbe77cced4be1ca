import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { localKey } from "../../../storage/web-storage.ts";
import { displayCurrencies } from "../../../i18n/locales.ts";
import {
  formatSum,
  formatTime,
  HIDDEN_AMOUNT,
  NO_NUMBER,
  type SumForm,
} from "../../../lib/format.ts";
import { Figure } from "../../../ui/figures/figure.tsx";
import { EyeIcon, EyeOffIcon, SwapIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Term } from "../../../ui/text/term.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { useAgo } from "./use-ago.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import styles from "./total-card.module.css";

/** The unit of account as money (USD) and as the coin counted like it (USDT). */
const [money, coin] = displayCurrencies[0].currencies;
const displayCurrencyAtom = atomWithStorage<string>(
  localKey("godwit:display-currency"),
  coin,
  undefined,
  {
    getOnInit: true,
  },
);
const agedAfterMs = 30_000;

export interface TotalCardProps {
  /** In USDT, decimal text; undefined before the first balance. */
  total: string | undefined;
  /** Held currencies that the total leaves out: without a price, or unread. */
  unpriced: readonly string[];
  /** When the venue gave the balances, Unix ms on its clock. */
  at: number | undefined;
  /** The first read failed: dashes are shown instead of a skeleton. */
  failed?: boolean | undefined;
}

/** The total value of the wallet, with its age, and the button that hides all amounts. */
export function TotalCard({ total, unpriced, at, failed = false }: TotalCardProps) {
  const { t, i18n } = useLingui();
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  const [chosen, setChosen] = useAtom(displayCurrencyAtom);
  const [first, second] = chosen === money ? [money, coin] : [coin, money];
  const written = (form?: SumForm) =>
    total === undefined
      ? failed
        ? NO_NUMBER
        : undefined
      : hidden
        ? HIDDEN_AMOUNT
        : formatSum(total, coin, i18n.locale, form);
  const [shown, whole] = [written(), written({ whole: true })];
  return (
    <section className={styles.card} aria-label={t`Total value`}>
      <div className={styles.head}>
        <Term term={t`Total value, estimated`}>
          <Trans>
            All currencies at their last price, with what is bound in orders and positions. One USDT
            is counted as one US dollar. Paper money: nothing here can be paid out.
          </Trans>
        </Term>
        <IconButton
          label={t`Hide amounts`}
          pressed={hidden}
          icon={hidden ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          onClick={() => setHidden(!hidden)}
        />
      </div>
      <p className={styles.total}>
        {shown === undefined || whole === undefined ? (
          <Skeleton shape="title" width="half" />
        ) : (
          <>
            <Figure text={shown} whole={whole} label={t`Total value`} />{" "}
            <span className={styles.unit}>{first}</span>
          </>
        )}
      </p>
      <p className={styles.usd}>
        {shown === undefined ? (
          <Skeleton width="short" />
        ) : (
          <button type="button" className={styles.swap} onClick={() => setChosen(second)}>
            ≈ {shown} {second} <SwapIcon size={16} />
            <VisuallyHidden>{t`Show ${second} first`}</VisuallyHidden>
          </button>
        )}
      </p>
      <p className={styles.age}>
        {at !== undefined ? <BalanceAge at={at} /> : !failed && <Skeleton width="short" />}
        {unpriced.length > 0 && (
          <span>
            {" · "}
            <Plural
              value={unpriced.length}
              one="# currency of unknown value is not counted"
              other="# currencies of unknown value are not counted"
            />
          </span>
        )}
      </p>
    </section>
  );
}

function BalanceAge({ at }: { at: number }) {
  const { i18n } = useLingui();
  const ago = useAgo(at, agedAfterMs);
  const time = formatTime(at, i18n.locale, { seconds: true });
  if (ago === undefined) return <Trans>As of {time}</Trans>;
  return (
    <span className={styles.aged}>
      <Trans>
        As of {time}, {ago}
      </Trans>
    </span>
  );
}
