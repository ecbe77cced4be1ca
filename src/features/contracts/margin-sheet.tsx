import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractPosition } from "#protocol/perpetual.ts";
import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { InsetNumberField } from "../../ui/inset-number-field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useNumberRefusals } from "../platform/use-number-refusals.ts";
import { exposureOf, moneyText, positionFigures } from "./contract-figures.ts";
import { moneyDecimals } from "./contract-market.ts";
import { marginPreview, type MarginAction, type MarginProblem } from "./margin-preview.ts";
import { marginCall } from "./position-calls.ts";
import { BeforeAfter } from "./position-before-after.tsx";
import { PositionOutcome } from "./position-outcome.tsx";
import { useContractFacts } from "./use-contract-facts.ts";
import { useContractWords } from "./use-contract-words.ts";
import { usePositionWrite } from "./use-position-write.ts";
import styles from "./position-sheets.module.css";

export interface MarginSheetProps {
  position: ContractPosition;
  symbol: string;
  open: boolean;
  /** Why nothing can be sent at present. */
  stop: string | undefined;
  onClose: () => void;
}

/** Adds margin to a position or takes some out, with the liquidation price before and after. */
export function MarginSheet({ position, symbol, open, stop, onClose }: MarginSheetProps) {
  const { t, i18n } = useLingui();
  const facts = useContractFacts(symbol);
  const words = useContractWords(facts?.market);
  const refusals = useNumberRefusals(moneyDecimals);
  const [action, setAction] = useState<MarginAction>("add");
  const [text, setText] = useState("");
  const { flow, write, busy, reset } = usePositionWrite<ContractPosition>(`margin:${position.id}`);

  const parsed = parseNumber(text, i18n.locale, { maxDecimals: moneyDecimals });
  const before = facts && positionFigures(position, facts.mark, facts.market.terms);
  const preview =
    facts &&
    before &&
    marginPreview(action, parsed.ok ? parsed.value : "", before.exposure, position.lever_rate, {
      available: facts.available,
      mark: facts.mark,
      terms: facts.market.terms,
    });
  const most = preview?.most ?? null;
  const sum = preview?.amount === undefined ? "" : words.exact(preview.amount);

  const limit = most === null ? "" : words.exact(most);

  function problemText(problem: MarginProblem | undefined): string | undefined {
    switch (problem) {
      case undefined:
        return undefined;
      case "missing":
      case "zero":
        return t`Enter an amount.`;
      case "above-available":
        return t`Only ${limit} is available.`;
      case "above-removable":
        return t`At most ${limit} can be taken out: the rest is the margin it was opened with, or covers its loss.`;
      case "no-mark":
        return t`There is no mark price to reckon with. Try again when it moves.`;
    }
  }

  function leave() {
    onClose();
    if (busy) return;
    reset();
    setText("");
  }

  const side = words.side(position.direction);
  const problem = preview?.problem;
  const reason =
    stop ?? (preview === undefined ? t`The price is still loading.` : problemText(problem));
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t`Margin of ${side} ${position.contract_code}`}
      closeLabel={t`Close`}
      dismissible={!busy}
    >
      <div className={styles.body}>
        <Segmented
          label={t`Add or take out`}
          value={action}
          options={[
            { value: "add", label: t`Add` },
            { value: "remove", label: t`Take out` },
          ]}
          onValue={(next) => {
            setAction(next);
            reset();
          }}
        />
        <InsetNumberField
          label={t`Amount`}
          name="margin-amount"
          locale={i18n.locale}
          rules={{ maxDecimals: moneyDecimals }}
          refusals={refusals}
          suffix={words.quote}
          value={text}
          problem={
            problem === "above-available" || problem === "above-removable"
              ? problemText(problem)
              : undefined
          }
          onValue={setText}
        />
        <ChipRow label={t`The most`}>
          <Chip
            disabled={most === null}
            onClick={() => most !== null && setText(toInputText(moneyText(most), i18n.locale))}
          >
            {most === null ? t`Max` : t`Max ${limit}`}
          </Chip>
        </ChipRow>
        {before && <BeforeAfter before={before} after={preview?.after} words={words} />}
        <p className={styles.note}>
          {action === "add" ? (
            <Trans>
              More margin moves the liquidation price away. It can be lost with the position.
            </Trans>
          ) : (
            <Trans>Less margin brings the liquidation price nearer.</Trans>
          )}
        </p>
        <PositionOutcome
          flow={flow}
          doing={t`Moving the margin`}
          done={(after) => <Now margin={words.exact(exposureOf(after).margin)} />}
        />
        <div className={styles.actions}>
          {flow.step === "done" ? (
            <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
          ) : busy ? (
            <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
          ) : (
            <Button
              look="primary"
              wide
              disabledReason={reason}
              onClick={() =>
                parsed.ok &&
                void write(
                  marginCall({ position_id: position.id, action, amount: parsed.value }, position),
                )
              }
            >
              {action === "add" ? t`Add ${sum}` : t`Take out ${sum}`}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

function Now({ margin }: { margin: string }) {
  return <Trans>Done. The margin is {margin} now.</Trans>;
}
