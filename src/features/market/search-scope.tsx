import { Plural } from "@lingui/react/macro";
import styles from "./search-scope.module.css";

/** In place of the tabs while something is typed: a search looks through all markets, whichever tab was open. */
export function SearchScope({ found }: { found: number }) {
  return (
    <p className={styles.scope} role="status">
      <Plural
        value={found}
        _0="No market found among all"
        one="# market found among all"
        other="# markets found among all"
      />
    </p>
  );
}
