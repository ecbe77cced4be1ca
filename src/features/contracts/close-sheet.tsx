import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractOrder, ContractPosition } from "#protocol/perpetual.ts";
import { formatRate } from "../../lib/format.ts";
import { parseNumber } from "../../lib/parse-number.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { InsetNumberField } from "../../ui/inset-number-field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { PriceField } from "../trading/price-field.tsx";
import { useNumberRefusals } from "../platform/use-number-refusals.ts";
import { CloseRows } from "./close-rows.tsx";
import { closeSummary, shareOfAvailable, type CloseDraft } from "./close-form.ts";
import { positionPicks } from "./position-picks.ts";
import { closingCall } from "./position-calls.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { useCloseProblemText } from "./use-close-problem-text.ts";
import { useContractFacts } from "./use-contract-facts.ts";
import { useContractWords } from "./use-contract-words.ts";
import { usePositionWrite } from "./use-position-write.ts";
import styles from "./position-sheets.module.css";

const shares = [25, 50, 75, 100] as const;

export interface CloseSheetProps {
  position: ContractPosition;
  symbol: string;
  open: boolean;
  /** Why nothing can be sent at present. */
  stop: string | undefined;
  onClose: () => void;
}

/** Closes some or all of a position: how much, at which price, what that brings; then the question whether to. */
export function CloseSheet({ position, symbol, open, stop, onClose }: CloseSheetProps) {
  const { t, i18n } = useLingui();
  const facts = useContractFacts(symbol);
  const words = useContractWords(facts?.market);
  const problemText = useCloseProblemText(position, words);
  const [type, setType] = useState<CloseDraft["type"]>("market");
  const [volume, setVolume] = useState(String(position.available));
  const [price, setPrice] = useState("");
  const [asking, setAsking] = useState(false);
  const { flow, write, busy, reset } = usePositionWrite<ContractOrder>(`close:${position.id}`);
  const refusals = useNumberRefusals(0);

  const plain = (text: string) => {
    const parsed = parseNumber(text, i18n.locale);
    return parsed.ok ? parsed.value : "";
  };
  const draft = { type, volume: plain(volume), price: plain(price) };
  const summary = facts && closeSummary(position, draft, facts.market, facts);
  const count = words.contracts(Number(summary?.volume ?? 0));
  const settled = flow.step === "done";

  function leave() {
    onClose();
    if (busy) return;
    reset();
    setAsking(false);
  }

  function send() {
    if (!summary?.volume) return;
    void write(
      closingCall({
        position_id: position.id,
        volume: Number(summary.volume),
        order_type: type,
        price: type === "limit" ? draft.price : null,
      }),
    );
  }

  const side = words.side(position.direction);
  const title = settled
    ? t`Closing order taken`
    : asking
      ? t`Close ${count}?`
      : t`Close ${side} ${position.contract_code}`;
  const reason =
    stop ??
    (summary === undefined
      ? t`The rules of this market are still loading.`
      : problemText(summary.problem));
  return (
    <Sheet open={open} onClose={leave} title={title} closeLabel={t`Close`} dismissible={!busy}>
      <div className={styles.body}>
        {!asking && (
          <>
            <Segmented
              label={t`How to close`}
              value={type}
              options={[
                { value: "market", label: t({ context: "type of an order", message: "Market" }) },
                { value: "limit", label: t`Limit` },
              ]}
              onValue={setType}
            />
            {type === "limit" && facts && (
              <PriceField
                name="close-price"
                label={t`Limit price`}
                decimals={facts.market.terms.price}
                value={price}
                problem={undefined}
                picks={positionPicks(facts).map(({ id, price: at }) => ({
                  label: id === "last" ? t`Last` : id === "bid" ? t`Bid` : t`Ask`,
                  price: at,
                }))}
                showPicks
                onValue={setPrice}
                onEditing={() => {}}
              />
            )}
            <InsetNumberField
              label={t({ context: "how many", message: "Contracts" })}
              name="close-volume"
              locale={i18n.locale}
              rules={{ maxDecimals: 0 }}
              refusals={refusals}
              suffix={summary?.volume ? words.size(Number(summary.volume)) : facts?.market.base}
              value={volume}
              tick="1"
              lessLabel={t`Fewer`}
              moreLabel={t`More`}
              problem={
                volume !== "" && summary?.problem === "above-available"
                  ? problemText(summary.problem)
                  : undefined
              }
              onValue={setVolume}
            />
            <ChipRow label={t`Share of what is free`} even>
              {shares.map((share) => (
                <Chip
                  key={share}
                  onClick={() => setVolume(shareOfAvailable(position.available, share))}
                >
                  {formatRate(share, i18n.locale)}
                </Chip>
              ))}
            </ChipRow>
          </>
        )}
        {flow.step !== "done" && <CloseRows position={position} summary={summary} words={words} />}
        {asking && flow.step === "idle" && type === "market" && (
          <p className={styles.note}>
            <Trans>
              It fills at the next snapshot of the book, so the figures can still move a little. A
              closed position cannot be brought back.
            </Trans>
          </p>
        )}
        {facts && facts.mark === null && (
          <Banner tone="warning">
            <Trans>The price is frozen. Closing works as soon as it moves again.</Trans>
          </Banner>
        )}
        <PositionOutcome
          flow={flow}
          doing={t`Sending the closing order`}
          done={(order) =>
            order.status === 6 ? (
              <Trans>Closed.</Trans>
            ) : order.order_type === "limit" ? (
              <Trans>The limit order waits. It stands under Pending order.</Trans>
            ) : (
              <Trans>The venue has it. It fills at the next snapshot of the book.</Trans>
            )
          }
        />
        <div className={styles.actions}>
          {settled ? (
            <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
          ) : busy ? (
            <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
          ) : asking ? (
            <>
              <Button look="danger" wide disabledReason={reason} onClick={send}>
                {flow.step === "idle" ? t`Close ${count} now` : t`Try again`}
              </Button>
              <Button
                wide
                onClick={() => {
                  setAsking(false);
                  reset();
                }}
              >{t`Back`}</Button>
            </>
          ) : (
            <Button
              look="primary"
              wide
              disabledReason={reason}
              onClick={() => setAsking(true)}
            >{t`Close ${count}`}</Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}
