import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { MarketList } from "../market/market-list.tsx";
import { marketPlaces } from "../market/share-entry.ts";
import styles from "./home-screen.module.css";

const shortCount = 30;

/**
 * The markets on Home; a row leads to the screen of its product.
 * @param find what to look for from the beginning, as a share from another app named it
 */
export function HomeMarkets({ find }: { find: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (find !== undefined) section.current?.scrollIntoView();
  }, [find]);
  return (
    <section ref={section} className={styles.markets} aria-label={t`Markets`}>
      <MarketList
        key={find}
        place="home"
        short={shortCount}
        find={find}
        onOpen={(symbol, scope) => void navigate({ to: marketPlaces[scope], search: { symbol } })}
      />
    </section>
  );
}
