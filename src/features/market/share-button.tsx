import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { formatDateTime, formatPercent, formatPrice } from "../../lib/format.ts";
import { shareWords } from "../../lib/share-words.ts";
import { ShareIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { platformAtom } from "../platform/platform-atoms.ts";
import { marketStore } from "./market-store.ts";
import { shareText } from "./share-text.ts";
import { symbolText } from "./symbol-text.ts";
import type { Scope } from "./use-market-list.ts";
import { usePriceDecimals } from "./use-ticker.ts";
import styles from "./share-button.module.css";

const confirmMs = 4000;

/** Hands a market on by the system's share sheet, else by the clipboard: its last price with the moment it was made, and a link that opens it. */
export function ShareButton({ symbol, scope }: { symbol: string; scope: Scope }) {
  const { t, i18n } = useLingui();
  const decimals = usePriceDecimals(symbol);
  const isPaper = useAtomValue(platformAtom)?.base.paper !== false;
  const [told, setTold] = useState("");

  useEffect(() => {
    if (told === "") return;
    const timer = setTimeout(() => setTold(""), confirmMs);
    return () => clearTimeout(timer);
  }, [told]);

  async function share() {
    const ticker = marketStore.ticker(symbol);
    const { words, link } = shareText({
      name: symbolText(symbol, ticker),
      symbol,
      scope,
      origin: location.origin,
      price: ticker && formatPrice(ticker.close, decimals, i18n.locale),
      change: ticker && t`${formatPercent(ticker.change * 100, i18n.locale)} in 24 h`,
      at: ticker && formatDateTime(ticker.ts, i18n.locale),
      paper: isPaper ? t`Paper trading: simulated funds, no real money.` : undefined,
    });
    const shared = await shareWords(words, link);
    setTold(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  const name = symbolText(symbol, marketStore.ticker(symbol));
  return (
    <>
      <span role="status" className={styles.told}>
        {told}
      </span>
      <IconButton
        label={t`Share ${name}`}
        icon={<ShareIcon size={20} />}
        onClick={() => void share()}
      />
    </>
  );
}
