import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Card } from "../../../ui/lists/card.tsx";
import { classNames } from "../../../lib/class-names.ts";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../session/account-status/account-status-atom.ts";
import { MarketChart } from "../../market/chart/market-chart.tsx";
import { MarketHeader } from "../../market/header/market-header.tsx";
import { useSymbolRow } from "../../market/feed/use-ticker.ts";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { currenciesAtom } from "../../platform/platform-atoms.ts";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { CurrencyAbout } from "./currency-about.tsx";
import { CurrencyActions, MarketStateNote } from "./currency-actions.tsx";
import { CurrencyBills } from "./currency-bills.tsx";
import { CurrencyHolding } from "./currency-holding.tsx";
import { CurrencyNetworks } from "./currency-networks-card.tsx";
import { CurrencyRules } from "./currency-rules.tsx";
import type { CurrencySubject } from "./currency-subject.ts";
import facts from "../../market/header/market-screen.module.css";
import styles from "./currency-screen.module.css";

/** One currency: its price, the user's holding, what it is, its networks, its trading rules and its bills. */
export function CurrencyScreen({ subject: { flag, market } }: { subject: CurrencySubject }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const open = useAtomValue(accountStatusAtom) !== "blocked" && authorized;
  const row = useSymbolRow(market ?? "");
  const currency = useAtomValue(currenciesAtom).find((one) => one.flag === flag);
  const name = currency?.name ?? row?.name ?? "";
  return (
    <div className={classNames(facts.screen, styles.screen)} data-window="">
      {market === undefined ? (
        <h2 className={styles.name}>
          <LoadedCoinIcon code={flag} size={28} />
          {flag}
        </h2>
      ) : (
        <>
          <MarketHeader symbol={market} />
          <MarketChart symbol={market} small />
        </>
      )}
      <div className={classNames(facts.cards, styles.cards)}>
        <AccountNotice />
        {market !== undefined && <MarketStateNote symbol={market} flag={flag} state={row?.state} />}
        {open && <CurrencyHolding flag={flag} />}
        {!authorized && (
          <Card title={t`What you hold`}>
            <LoginWanted compact title={t`Your balances appear here`}>
              <Trans>Log in to see what you hold.</Trans>
            </LoginWanted>
          </Card>
        )}
        <CurrencyAbout flag={flag} name={name} about={currency?.about} />
        {open && <CurrencyNetworks flag={flag} />}
        {market !== undefined && <CurrencyRules symbol={market} />}
        {open && <CurrencyBills key={flag} flag={flag} />}
      </div>
      {market !== undefined && <CurrencyActions symbol={market} row={row} />}
    </div>
  );
}
