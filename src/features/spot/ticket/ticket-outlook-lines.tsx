import { useLingui } from "@lingui/react/macro";
import { formatRate } from "../../../lib/format.ts";
import { WarningIcon } from "../../../ui/icons/status-icons.tsx";
import { percentText } from "../../trade/ticket/market-units.ts";
import { fillsAny } from "./estimate.ts";
import { sideText } from "./estimate-format.ts";
import type { TicketSummary } from "./ticket-form.ts";
import type { TicketDraft, TicketMarket } from "./ticket-facts.ts";
import { useFateText, useWarningText } from "./use-ticket-messages.ts";
import styles from "../../trade/ticket/ticket.module.css";

export interface TicketOutlookProps {
  draft: TicketDraft;
  market: TicketMarket | undefined;
  /** Undefined while there is no figure to trust. */
  summary: TicketSummary | undefined;
}

/** Right above the button: what would happen, what it costs, and what speaks against it. */
export function TicketOutlook({ draft, market, summary }: TicketOutlookProps) {
  const fateText = useFateText();
  const feeText = useFeeText();
  const warningText = useWarningText();
  const fate = market && summary && fateText(summary, draft, market);
  return (
    <div className={styles.outlook}>
      {fate !== undefined && market && summary && (
        <>
          <p>{fate}</p>
          <p>{feeText(summary, draft, market)}</p>
        </>
      )}
      <div aria-live="polite">
        {summary?.warnings.map((warning) => (
          <p key={warning.kind} className={styles.warning}>
            <WarningIcon size={16} />
            {market && warningText(warning, market, draft.type)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The fee with its rate and its currency; a part that fills at once and one that waits have each their own. */
function useFeeText() {
  const { t, i18n } = useLingui();
  return ({ estimate, rest }: TicketSummary, draft: TicketDraft, market: TicketMarket): string => {
    const received = draft.side === "buy" ? "base" : "quote";
    const taker = formatRate(percentText(market.feeRate), i18n.locale);
    const maker = formatRate(percentText(market.makerRate), i18n.locale);
    const now = fillsAny(estimate)
      ? sideText(estimate.fee, received, market, i18n.locale)
      : undefined;
    const later = rest && sideText(rest.fee, received, market, i18n.locale);
    if (now !== undefined && later !== undefined)
      return t`Fee ≈ ${now} now (taker, ${taker}) and ${later} for the rest (maker, ${maker}).`;
    if (now !== undefined) return t`Fee ≈ ${now} (taker, ${taker}).`;
    if (later === undefined) return "";
    return draft.type === "limit"
      ? t`Fee ${later} when it fills (maker, ${maker}).`
      : t`Fee ≈ ${later} when it fills (${taker} at most).`;
  };
}
