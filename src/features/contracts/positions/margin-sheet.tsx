import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import {
  exposureOf,
  moneyText,
  positionFigures,
  type PositionFigures,
} from "../figures/contract-figures.ts";
import { moneyDecimals } from "../figures/contract-market.ts";
import { marginPreview, type MarginAction, type MarginProblem } from "./margin-preview.ts";
import { useWrite } from "../../../writes/use-write.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { useContractFacts } from "../figures/use-contract-facts.ts";
import { useContractWords, type ContractWords } from "../figures/use-contract-format.ts";
import { adjustingMargin } from "./position-writes.ts";
import styles from "../figures/contract-sheet.module.css";

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
  const refusals = useNumberMessages(moneyDecimals);
  const [action, setAction] = useState<MarginAction>("add");
  const [text, setText] = useState("");
  const {
    write,
    send,
    isBusy: busy,
    isAwaited,
    dismiss: reset,
  } = useWrite(adjustingMargin(position.id));

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
  const isDone = write.step === "done";
  /** As the venue has it now: another preview would be taken for something yet to be done. */
  const result =
    facts && isDone ? positionFigures(write.answer, facts.mark, facts.market.terms) : undefined;
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
        return t`There is no mark price to calculate with. Try again when it moves.`;
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
      dismissible={!isAwaited}
    >
      <div className={styles.body}>
        {isDone ? (
          result && <FigureTable states={[{ name: t`Now`, figures: result }]} words={words} />
        ) : (
          <>
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
            {before && (
              <FigureTable
                states={[
                  { name: t`Now`, figures: before },
                  { name: t`After`, figures: preview?.after },
                ]}
                words={words}
              />
            )}
            <p className={styles.note}>
              {action === "add" ? (
                <Trans>
                  More margin moves the liquidation price away. It can be lost with the position.
                </Trans>
              ) : (
                <Trans>Less margin brings the liquidation price nearer.</Trans>
              )}
            </p>
          </>
        )}
        <PositionOutcome
          write={write}
          doing={t`Moving the margin`}
          done={(after) => <Now margin={words.exact(exposureOf(after).margin)} />}
        />
        <div className={styles.actions}>
          {isDone ? (
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
                void send({
                  request: { position_id: position.id, action, amount: parsed.value },
                  before: position,
                })
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

/** Margin, liquidation, distance and ratio, a column for each state of the position. */
function FigureTable({
  states,
  words,
}: {
  states: readonly { name: string; figures: PositionFigures | undefined }[];
  words: ContractWords;
}) {
  const { t } = useLingui();
  const rows: [label: string, of: (figures: PositionFigures) => string][] = [
    [t`Margin`, ({ exposure }) => words.money(exposure.margin)],
    [
      t`Liquidation`,
      ({ liquidation }) => (liquidation === null ? t`None` : words.ticks(liquidation)),
    ],
    [
      t`Distance to it`,
      ({ liquidation, marked }) =>
        liquidation === null ? t`None` : marked ? words.share(marked.distance) : "–",
    ],
    [t`Margin ratio`, ({ marked }) => (marked ? words.share(marked.ratio) : "–")],
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t`Figure`}</th>
          {states.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, of]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {states.map(({ name, figures }) => (
              <td key={name}>{figures ? of(figures) : "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
