import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { SymbolRow } from "#protocol/api/market.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { buttonClass } from "../../../ui/actions/button.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import styles from "./currency-screen.module.css";

/** Links to trade a currency, by the state of its market; nothing where it is no longer traded. */
export function CurrencyActions({ symbol, row }: { symbol: string; row: SymbolRow | undefined }) {
  const state = row?.state ?? "online";
  if (state === "offline") return null;
  return (
    <div className={styles.actions} data-sticky-bottom="">
      <Link
        to="/coins"
        search={{ symbol }}
        className={buttonClass({ look: state === "online" ? "primary" : "secondary", wide: true })}
      >
        {state === "online" ? <Trans>Trade</Trans> : <Trans>To the market</Trans>}
      </Link>
      {row?.contract && (
        <Link to="/contracts" search={{ symbol }} className={buttonClass({ wide: true })}>
          <Trans>Contract</Trans>
        </Link>
      )}
      {row?.second.enabled && (
        <Link to="/seconds" search={{ symbol }} className={buttonClass({ wide: true })}>
          <Trans>Seconds</Trans>
        </Link>
      )}
    </div>
  );
}

/** Why a market cannot be traded now, and what is still possible; nothing where it is open. */
export function MarketStateNote({
  symbol,
  flag,
  state,
}: {
  symbol: string;
  flag: string;
  state: SymbolRow["state"] | undefined;
}) {
  const name = symbolName(symbol);
  if (state === "suspend")
    return (
      <Banner tone="warning">
        <Trans>
          Trading in {name} is suspended: open orders can be cancelled, new ones cannot be placed.
        </Trans>
      </Banner>
    );
  if (state === "offline")
    return (
      <Banner tone="warning">
        <Trans>
          {flag} is no longer traded here. What you hold stays in your account, and its entries stay
          in the history.
        </Trans>
      </Banner>
    );
  if (state === "pre-online")
    return (
      <Banner tone="info">
        <Trans>{name} does not trade yet.</Trans>
      </Banner>
    );
  return null;
}
