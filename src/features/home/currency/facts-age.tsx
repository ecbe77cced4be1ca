import { Trans, useLingui } from "@lingui/react/macro";
import { formatDateTime } from "../../../lib/format.ts";
import { useOnline } from "../../platform/use-online.ts";
import facts from "../../market/header/market-screen.module.css";

/** The time of facts that could not be refreshed; nothing where they are fresh. */
export function FactsAge({ at, failed }: { at: number; failed: boolean }) {
  const { i18n } = useLingui();
  const online = useOnline();
  if (at === 0 || (online && !failed)) return null;
  const time = formatDateTime(at, i18n.locale);
  return (
    <p className={facts.note}>
      {online ? (
        <Trans>Could not be refreshed: as of {time}.</Trans>
      ) : (
        <Trans>You are offline: as of {time}.</Trans>
      )}
    </p>
  );
}
