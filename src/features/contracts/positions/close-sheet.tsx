import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { formatRate } from "../../../lib/format.ts";
import { parseNumber } from "../../../lib/parse-number.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { PriceField } from "../../trade/ticket/price-field.tsx";
import { vibrate } from "../../platform/haptics.ts";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import { CloseRows } from "./close-rows.tsx";
import {
  closeSummary,
  shareOfAvailable,
  type CloseDraft,
  type CloseProblem,
} from "./close-form.ts";
import { useWrite } from "../../../writes/use-write.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { useContractFacts } from "../figures/use-contract-facts.ts";
import { useContractWords, type ContractWords } from "../figures/use-contract-format.ts";
import { closing } from "./position-writes.ts";
import type { ContractFacts } from "../figures/contract-figures.ts";
import styles from "../figures/contract-sheet.module.css";

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
  const {
    write,
    send: sendWrite,
    isBusy: busy,
    isAwaited,
    dismiss: reset,
  } = useWrite(closing(position.id));
  const refusals = useNumberMessages(0);

  const plain = (text: string) => {
    const parsed = parseNumber(text, i18n.locale);
    return parsed.ok ? parsed.value : "";
  };
  const draft = { type, volume: plain(volume), price: plain(price) };
  const summary = facts && closeSummary(position, draft, facts.market, facts);
  const count = words.contracts(Number(summary?.volume ?? 0));
  const settled = write.step === "done";

  function leave() {
    onClose();
    if (busy) return;
    reset();
    setAsking(false);
  }

  function send() {
    if (!summary?.volume) return;
    vibrate("confirm");
    void sendWrite({
      position_id: position.id,
      volume: Number(summary.volume),
      order_type: type,
      price: type === "limit" ? draft.price : null,
    });
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
    <Sheet open={open} onClose={leave} title={title} closeLabel={t`Close`} dismissible={!isAwaited}>
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
        {write.step !== "done" && <CloseRows position={position} summary={summary} words={words} />}
        {asking && write.step === "idle" && type === "market" && (
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
          write={write}
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
                {write.step === "idle" ? t`Close ${count} now` : t`Try again`}
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

/** What keeps a close from being sent, in words. */
function useCloseProblemText(
  position: ContractPosition,
  words: ContractWords,
): (problem: CloseProblem | undefined) => string | undefined {
  const { t } = useLingui();
  return (problem) => {
    const free = words.contracts(position.available);
    switch (problem) {
      case undefined:
        return undefined;
      case "nothing-available":
        return t`All of it waits in a closing order. Cancel that order first.`;
      case "volume-missing":
      case "volume-zero":
        return t`Enter how many contracts.`;
      case "above-available":
        return t`At most ${free} are free to close.`;
      case "price-missing":
        return t`Enter a limit price.`;
    }
  };
}

/** Prices that a field can take over, as plain decimals. */
function positionPicks({
  last,
  bids,
  asks,
  market,
}: ContractFacts): { id: "last" | "bid" | "ask"; price: string | undefined }[] {
  const text = (ticks: bigint | null | undefined) =>
    ticks === null || ticks === undefined ? undefined : formatAmount(ticks, market.terms.price);
  return [
    { id: "last", price: text(last) },
    { id: "bid", price: text(bids[0]?.price) },
    { id: "ask", price: text(asks[0]?.price) },
  ];
}
