import { useLingui } from "@lingui/react/macro";
import { formatTime } from "../../lib/format.ts";
import { useOnline } from "../platform/use-online.ts";
import { useBookAge, useDepth } from "./use-depth.ts";
import { useSymbolRow } from "./use-ticker.ts";
import styles from "./order-book.module.css";

/** Why a book stands still, where it does. */
export function BookNote({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const { book } = useDepth(symbol);
  const frozen = useBookAge(symbol).state === "frozen";
  const online = useOnline();
  const state = useSymbolRow(symbol)?.state ?? "online";
  if (!book || (state === "online" && !frozen)) return null;
  const time = formatTime(book.ts, i18n.locale, { seconds: true });
  return (
    <p className={styles.note}>
      {state !== "online"
        ? t`Trading is halted. Book of ${time}`
        : online
          ? t`Book of ${time}`
          : t`Offline. Book of ${time}`}
    </p>
  );
}
