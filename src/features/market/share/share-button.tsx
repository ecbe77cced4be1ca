import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { formatDateTime, formatPercent, formatPrice } from "../../../lib/format.ts";
import { shareOrCopy } from "../../../lib/share.ts";
import { ShareIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { platformAtom } from "../../platform/platform-atoms.ts";
import { marketStore } from "../feed/market-store.ts";
import { shareMessage } from "./share-messages.ts";
import { symbolName } from "../feed/symbol-name.ts";
import type { Scope } from "#protocol/api/market.ts";
import { usePriceDecimals } from "../feed/use-ticker.ts";
import styles from "./share-button.module.css";

const confirmMs = 4000;

/** Shares a market by the system's share sheet, else by the clipboard: its last price with the time, and a link that opens it. */
export function ShareButton({ symbol, scope }: { symbol: string; scope: Scope }) {
  const { t, i18n } = useLingui();
  const decimals = usePriceDecimals(symbol);
  const isPaper = useAtomValue(platformAtom)?.base.paper !== false;
  const [status, setStatus] = useState("");

  useEffect(() => {
    if (status === "") return;
    const timer = setTimeout(() => setStatus(""), confirmMs);
    return () => clearTimeout(timer);
  }, [status]);

  async function share() {
    const ticker = marketStore.ticker(symbol);
    const { message, link } = shareMessage({
      name: symbolName(symbol, ticker),
      symbol,
      scope,
      origin: location.origin,
      price: ticker && formatPrice(ticker.close, decimals, i18n.locale),
      change: ticker && t`${formatPercent(ticker.change * 100, i18n.locale)} in 24 h`,
      at: ticker && formatDateTime(ticker.ts, i18n.locale),
      paper: isPaper ? t`Paper trading: simulated funds, no real money.` : undefined,
    });
    const shared = await shareOrCopy(message, link);
    setStatus(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  const name = symbolName(symbol, marketStore.ticker(symbol));
  return (
    <>
      <span role="status" className={styles.status}>
        {status}
      </span>
      <IconButton
        label={t`Share ${name}`}
        icon={<ShareIcon size={20} />}
        onClick={() => void share()}
      />
    </>
  );
}
