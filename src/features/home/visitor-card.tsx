import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { formatAmount } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { platformAtom } from "../platform/platform-atoms.ts";
import styles from "./home-screen.module.css";

/** In place of the value: how to get an account, and what it starts with. */
export function VisitorCard() {
  const { i18n } = useLingui();
  const welcome = useAtomValue(platformAtom)?.base.welcome ?? {};
  const funds = Object.entries(welcome)
    .map(([currency, amount]) => `${formatAmount(amount, i18n.locale)}\u00a0${currency}`)
    .join(", ");
  return (
    <section className={styles.visitor} aria-labelledby="visitor-title">
      <h2 id="visitor-title">
        <Trans>Trade with paper money</Trans>
      </h2>
      <p>
        {funds === "" ? (
          <Trans>
            Look at every market without an account. To trade and to keep favourites, open one.
          </Trans>
        ) : (
          <Trans>
            Look at every market without an account. A new account starts with {funds} of paper
            money.
          </Trans>
        )}
      </p>
      <div className={styles.enter}>
        <Link to="/login" className={buttonClass({ look: "secondary", wide: true })}>
          <Trans>Log in</Trans>
        </Link>
        <Link to="/register" className={buttonClass({ look: "primary", wide: true })}>
          <Trans>Register</Trans>
        </Link>
      </div>
    </section>
  );
}
