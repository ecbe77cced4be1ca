import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { MarketList } from "../market/market-list.tsx";
import type { Scope } from "../market/use-market-list.ts";

const shortCount = 30;

/** Where a market of each product is traded. */
const screens = { coin: "/coins", contract: "/contracts", second: "/seconds" } as const satisfies Record<Scope, string>;

/** The markets on Home; a row leads to the screen of its product. */
export function HomeMarkets() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <section aria-label={t`Markets`}>
      <MarketList place="home" short={shortCount} onOpen={(symbol, scope) => void navigate({ to: screens[scope], search: { symbol } })} />
    </section>
  );
}
