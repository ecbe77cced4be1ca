import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { freeLeverage } from "#protocol/api/contracts.ts";
import { formatCompact } from "../../../lib/format.ts";
import { parseNumber } from "../../../lib/parse-number.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { Slider } from "../../../ui/fields/slider.tsx";
import { LateAnswer } from "../../platform/forms/late-answer.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { moneyText, type ContractFacts } from "../figures/contract-figures.ts";
import { leverageLock, notionalCap } from "./leverage-room.ts";
import { openingSummary } from "./opening-form.ts";
import type { OpeningDraft } from "./opening-numbers.ts";
import { contractRefusalText } from "../figures/contract-refusal-messages.ts";
import { OpeningRows } from "./opening-rows.tsx";
import { settingLeverage } from "../figures/leverage-queries.ts";
import styles from "./opening-ticket.module.css";

export interface LeverageSheetProps {
  open: boolean;
  onClose: () => void;
  facts: ContractFacts;
  draft: OpeningDraft;
  leverage: number;
  /** A visitor tries leverages without an account to keep them in. */
  visitor: boolean;
  onChosen: (leverage: number) => void;
}

/** Leverage by slider, by number or by a tap, with what it changes for the order that is typed. */
export function LeverageSheet(props: LeverageSheetProps) {
  const { t } = useLingui();
  const { open, onClose } = props;
  return (
    <Sheet open={open} onClose={onClose} title={t`Leverage`} closeLabel={t`Close`}>
      {open && <LeverageForm {...props} />}
    </Sheet>
  );
}

function LeverageForm({ onClose, facts, draft, leverage, visitor, onChosen }: LeverageSheetProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const hidden = useAtomValue(hideAmountsAtom);
  const set = useFormWrite(settingLeverage(facts.market.code), { onDone: chosenNow });
  const [typed, setTyped] = useState(String(leverage));
  const [read, setRead] = useState(false);
  const { market } = facts;
  const { leverages } = market;
  const refusals = useNumberMessages(0);
  const parsed = parseNumber(typed, i18n.locale, { maxDecimals: 0 });
  const wanted = parsed.ok ? Number(parsed.value) : undefined;
  const chosen = leverages.find((one) => one === wanted);
  const all = leverages.map((one) => `${one}×`).join(", ");
  const needsAck = chosen !== undefined && chosen > freeLeverage && !facts.acknowledged && !visitor;
  const lock = leverageLock(facts);
  const shown = chosen ?? leverage;
  const [long, short] = [
    openingSummary(draft, "buy", shown, facts),
    openingSummary(draft, "sell", shown, facts),
  ];
  const cap = `${formatCompact(moneyText(notionalCap(shown)), i18n.locale)} ${market.quote}`;
  const top = leverages.at(-1) ?? 1;

  function chosenNow(now: number) {
    onChosen(now);
    onClose();
  }

  function save() {
    if (chosen === undefined) return;
    if (visitor || chosen === facts.leverage) return chosenNow(chosen);
    set.send({ leverage: chosen, acknowledges: needsAck });
  }

  return (
    <div className={styles.sheet}>
      <Slider
        label={t`Leverage`}
        value={Math.max(0, leverages.indexOf(shown))}
        min={0}
        max={leverages.length - 1}
        valueText={`${shown}×`}
        onValue={(at) => setTyped(String(leverages[at] ?? shown))}
      />
      <InsetNumberField
        label={t`Exact leverage`}
        name="leverage"
        locale={i18n.locale}
        rules={{ maxDecimals: 0 }}
        refusals={refusals}
        suffix="×"
        value={typed}
        problem={
          wanted !== undefined && chosen === undefined
            ? t`There is no such leverage. Choose one of ${all}.`
            : undefined
        }
        onValue={setTyped}
      />
      <ChipRow label={t`Leverages there are`}>
        {leverages.map((one) => (
          <Chip
            key={one}
            selected={one === chosen}
            onClick={() => setTyped(String(one))}
          >{`${one}×`}</Chip>
        ))}
      </ChipRow>
      <p className={styles.hint}>
        <Trans>
          At {shown}× a position may be worth up to {cap}; the larger it is, the lower the leverage
          it may have. The highest is {top}×.
        </Trans>
      </p>
      <OpeningRows
        market={market}
        columns={[
          { key: "long", name: t`Long`, preview: long.preview, most: long.most?.volume },
          { key: "short", name: t`Short`, preview: short.preview, most: short.most?.volume },
        ]}
      />
      {!long.preview && !short.preview && (
        <p className={styles.hint}>
          <Trans>Enter a size in the form to see margin and liquidation price here.</Trans>
        </p>
      )}
      {lock === "position" && (
        <Banner tone="info">
          <Trans>The leverage cannot be changed while a position is open on this contract.</Trans>
        </Banner>
      )}
      {lock === "orders" && (
        <Banner tone="info">
          <Trans>
            The leverage cannot be changed while orders wait on this contract. Cancel them first.
          </Trans>
        </Banner>
      )}
      {needsAck && (
        <>
          <Banner tone="warning">
            <Trans>
              At {shown}× a small move against you takes the whole margin, often within minutes, and
              fees weigh {shown} times as much. Most people who trade like this lose.
            </Trans>{" "}
            <Trans>
              After a time in which the venue was away you have a minute to act, and a position
              counts of what the price did meanwhile no more than it was away from liquidation, in
              gain as in loss.
            </Trans>
          </Banner>
          <Checkbox checked={read} onChecked={setRead}>
            <Trans>I have read this and want leverage above {freeLeverage}×</Trans>
          </Checkbox>
        </>
      )}
      {set.isLate && <LateAnswer />}
      {set.isChecking && (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
        </div>
      )}
      {set.error && (
        <Banner tone="danger" live>
          {set.error.status === null
            ? t`It did not reach the venue. Try again.`
            : i18n._(
                contractRefusalText(set.error.status, set.error.data, {
                  locale: i18n.locale,
                  hidden,
                }),
              )}
        </Banner>
      )}
      <Button
        look="primary"
        size="large"
        wide
        busy={set.isPending}
        disabledReason={
          chosen === undefined
            ? t`Choose a leverage from the list.`
            : !visitor && lock !== null && chosen !== leverage
              ? t`A position or an order stands on this contract.`
              : !visitor && !online
                ? t`You are offline. What you typed is kept; nothing is sent by itself.`
                : needsAck && !read
                  ? t`Tick that you have read the risk first.`
                  : undefined
        }
        onClick={save}
      >
        {t`Use ${shown}×`}
      </Button>
    </div>
  );
}
