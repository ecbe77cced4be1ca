import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { marketStore } from "../../features/market/feed/market-store.ts";
import { buttonClass } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { ListRow } from "../../ui/lists/list-row.tsx";
import { SearchIcon } from "../../ui/icons/action-icons.tsx";
import { isBot } from "./is-bot.ts";
import styles from "./error-screens.module.css";

const maxFound = 6;

/** 404 of an address that leads nowhere. Search and preview bots see no error page; it is only logged. */
export function NotFoundScreen() {
  const { t } = useLingui();
  // The build's own run of the app has no one to hide it from.
  const toBot = typeof navigator !== "undefined" && isBot(navigator.userAgent);
  useEffect(() => {
    if (toBot) console.error(`Page not found: ${location.pathname}`);
  }, [toBot]);
  return toBot ? null : <NothingHere what={t`Page Not Found`} />;
}

/** The page-not-found view: what is not there, in words, and a search over the markets. */
export function NothingHere({ what }: { what: string }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState("");
  const needle = wanted.replace(/[^a-z0-9]/gi, "").toLowerCase();
  const found =
    needle === ""
      ? []
      : marketStore
          .all()
          .filter((row) => row.symbol.includes(needle))
          .slice(0, maxFound);
  return (
    <section className={styles.screen}>
      <p className={styles.code}>404</p>
      <EmptyState
        title={what}
        action={
          <Link to="/" className={buttonClass({ look: "primary" })}>
            <Trans>To the home screen</Trans>
          </Link>
        }
      >
        <Trans>The address may have been mistyped, or what was there is gone.</Trans>
      </EmptyState>
      <Field
        label={t`Search the markets`}
        prefix={<SearchIcon size={20} />}
        value={wanted}
        onValue={setWanted}
        autoComplete="off"
      />
      {found.map((row) => (
        <ListRow
          key={row.symbol}
          title={`${row.base}/${row.quote}`}
          chevron
          link={(link) => <Link to="/coins" search={{ symbol: row.symbol }} {...link} />}
        />
      ))}
      {needle !== "" && found.length === 0 && (
        <p className={styles.none}>
          <Trans>No market matches that.</Trans>
        </p>
      )}
    </section>
  );
}
