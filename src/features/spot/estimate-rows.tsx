import { useLingui } from "@lingui/react/macro";
import { ConfirmRows } from "./confirm-rows.tsx";
import { PaperFills } from "../trading/paper-fills.tsx";
import {
  hasLimit,
  hasStop,
  wishOf,
  type TicketDraft,
  type TicketFacts,
  type TicketSummary,
} from "./ticket-form.ts";
import styles from "../trading/estimate-rows.module.css";

export interface EstimateRowsProps {
  draft: TicketDraft;
  facts: TicketFacts;
  /** Without its figures the rows stand with dashes, so that nothing jumps. */
  summary: TicketSummary | undefined;
}

const nothing: TicketSummary = {
  estimate: undefined,
  rest: undefined,
  fate: undefined,
  reserve: undefined,
  operator: undefined,
  warnings: [],
  problem: undefined,
  intent: undefined,
};

/** What an order would give, with fee and slippage, before it is tapped: the same rows that will be confirmed. */
export function EstimateRows({ draft, facts, summary }: EstimateRowsProps) {
  const { t } = useLingui();
  const wish = wishOf(draft, facts);
  const isReady =
    (!hasLimit(draft.type) || wish.price !== null) &&
    (!hasStop(draft.type) || wish.operator !== null);
  return (
    <section className={styles.estimate} aria-label={t`Estimate`}>
      <p className={styles.title}>
        <span>{t`Estimate`}</span>
        <PaperFills />
      </p>
      <ConfirmRows
        intent={isReady ? wish : { ...wish, price: null, stop_price: null }}
        summary={summary ?? nothing}
        facts={facts}
      />
    </section>
  );
}
