import type { ReactNode } from "react";
import type { Scope } from "#protocol/api/market.ts";
import { screensComeInSteps } from "../../lib/screen-steps.ts";
import { deskScreen, useMedia } from "../../lib/use-media.ts";
import { AfterPaint } from "../../ui/states/after-paint.tsx";
import { MarketHeader } from "../market/header/market-header.tsx";
import { NotOffered } from "../market/header/market-sheet.tsx";
import { useScopeSymbol } from "../market/list/use-market-list.ts";
import { ToTheOrder } from "./to-the-order.tsx";
import styles from "./trade-screen.module.css";

interface TradeFrameProps {
  scope: Scope;
  /** The market the address names. */
  wanted: string | undefined;
  onSymbol: (symbol: string) => void;
  /** What its desk shows otherwise (trade-screen.module.css). */
  desk?: "figures" | "bookless";
  /** Chart, ticket and the person's own, of a market that the venue offers. */
  children: (symbol: string) => ReactNode;
}

/** The frame of a screen of trading. Its head stands before the rest is made, so that the tap that led here is answered. */
export function TradeFrame({ scope, wanted, onSymbol, desk, children }: TradeFrameProps) {
  const { symbol, offered } = useScopeSymbol(scope, wanted);
  const isDesk = useMedia(deskScreen);
  if (!offered) return <NotOffered symbol={symbol} scope={scope} onPick={onSymbol} />;
  return (
    <div className={styles.screen} data-wide="" data-desk={desk ?? ""}>
      <ToTheOrder />
      <div className={styles.head}>
        <MarketHeader
          symbol={symbol}
          scope={scope}
          onPick={onSymbol}
          compact={scope !== "second" && !isDesk}
        />
      </div>
      <AfterPaint atOnce={!screensComeInSteps()}>{children(symbol)}</AfterPaint>
    </div>
  );
}
