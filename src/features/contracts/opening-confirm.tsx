import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { isUnderWay } from "../trading/order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import { useStopText } from "../trading/use-stop-text.ts";
import type { ContractFacts } from "./contract-figures.ts";
import type { OpeningFlow } from "./opening-flow.ts";
import { intentSummary, type OpeningIntent } from "./opening-form.ts";
import { graveOpening, lookOf, openingChange, type OpeningLook } from "./opening-look.ts";
import { OpeningProgress } from "./opening-progress.tsx";
import { OpeningRows } from "./opening-rows.tsx";
import { useOpeningTexts } from "./use-opening-texts.ts";
import styles from "../trading/confirm-sheet.module.css";

export interface OpeningConfirmProps {
  flow: OpeningFlow;
  facts: ContractFacts | undefined;
  /** What forbids trading now; an order under way aside. */
  stop: TradeStop | undefined;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  /** Leads from an outcome to the position. */
  onPositions: () => void;
  open: boolean;
}

/** The order to open once more before it is sent; then what became of it. */
export function OpeningConfirm({ flow: current, facts, stop, busyElsewhere, onConfirm, onClose, onPositions, open }: OpeningConfirmProps) {
  const { t } = useLingui();
  const set = useSetAtom(orderSettingsAtom);
  // What was last shown stays drawn while the sheet leaves.
  const [flow, setFlow] = useState(current);
  if (open && current !== flow) setFlow(current);
  const intent = flow.step === "idle" ? undefined : flow.step === "confirming" ? flow.intent : flow.attempt.intent;
  const sending = flow.step === "sending";
  const reviewing = sending || flow.step === "confirming";
  const done = "order" in flow && flow.step !== "accepted";
  const title =
    flow.step === "checking" ? t`Checking your order`
    : flow.step === "accepted" ? t`Order placed`
    : flow.step === "refused" || flow.step === "absent" ? t`Not placed`
    : done ? t`Your order`
    : intent?.direction === "sell" ? t`Confirm short` : t`Confirm long`;

  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t`Close`} dismissible={!sending}>
      <div className={styles.body}>
        {reviewing && intent && facts ? (
          <Review
            key={JSON.stringify(intent)} intent={intent} facts={facts} stop={stop} sending={sending} busyElsewhere={busyElsewhere}
            onConfirm={(askAgain) => {
              if (!askAgain) set({ confirm: false });
              onConfirm();
            }}
          />
        ) : (
          <OpeningProgress flow={flow} />
        )}
        {!reviewing && flow.step !== "idle" && (
          <div className={styles.actions}>
            {(flow.step === "filled" || flow.step === "partly") && <Button wide onClick={onPositions}>{t`Show the position`}</Button>}
            <Button look={done ? "primary" : "secondary"} wide onClick={onClose}>
              {isUnderWay(flow) ? t`Go on without waiting` : done ? t`Done` : t`Back to the form`}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}

interface ReviewProps {
  intent: OpeningIntent;
  facts: ContractFacts;
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: (askAgain: boolean) => void;
}

/** Computed anew from the moving book; what was not there before has to be accepted first. */
function Review({ intent, facts, stop, sending, busyElsewhere, onConfirm }: ReviewProps) {
  const { t } = useLingui();
  const stopText = useStopText();
  const settings = useAtomValue(orderSettingsAtom);
  const { market } = facts;
  const texts = useOpeningTexts(market);
  const { words } = texts;
  const summary = intentSummary(intent, facts, settings);
  const { problem, warnings, preview } = summary;
  const now = lookOf(summary);
  const [seen, setSeen] = useState<OpeningLook>(now);
  if (seen.fate === undefined && now.fate !== undefined) setSeen(now);
  const change = sending || problem ? undefined : openingChange(seen, now);
  const grave = graveOpening(warnings);
  const [meant, setMeant] = useState("");
  const [neverAgain, setNeverAgain] = useState(false);
  const isLong = intent.direction === "buy";
  const [size, contracts, leverage] = [words.size(intent.volume), words.contracts(intent.volume), intent.lever_rate];
  const limit = words.price(intent.price ?? null);
  const frozen = stop === "frozen-price";
  const [before, after] = [words.average(seen.average), words.average(now.average)];
  const triggers = [
    intent.tp_trigger_price ? t`take profit at ${words.price(intent.tp_trigger_price)}` : undefined,
    intent.sl_trigger_price ? t`stop loss at ${words.price(intent.sl_trigger_price)}` : undefined,
  ].filter((one) => one !== undefined).join(", ");
  const reason =
    stop ? stopText(stop)
    : problem ? texts.problem(problem)
    : change === "price" ? t`The price moved. Accept the new one first.`
    : change === "fate" ? t`Something else would happen now. Accept that first.`
    : grave !== "" && meant !== grave ? t`Tick that you mean it first.`
    : undefined;

  return (
    <div className={styles.review}>
      <p className={styles.sentence}>
        {intent.order_type === "limit"
          ? isLong ? <Trans>Long {size} at {limit} or less, {leverage}×</Trans> : <Trans>Short {size} at {limit} or more, {leverage}×</Trans>
          : isLong ? <Trans>Long {size} at the market, {leverage}×</Trans> : <Trans>Short {size} at the market, {leverage}×</Trans>}
      </p>
      <p className={styles.note}>
        {contracts}{triggers === "" ? "" : `, ${triggers}`}. {texts.fate(summary)} <Trans>Paper money.</Trans>
      </p>
      <OpeningRows market={market} columns={[{ key: "own", name: "", preview: frozen ? undefined : preview }]} />
      {warnings.map((warning) => <Banner key={warning.kind} tone="warning">{texts.warning(warning)}</Banner>)}
      {change !== undefined && (
        <Banner tone="warning" live action={<Button size="small" onClick={() => setSeen(now)}>{t`Accept`}</Button>}>
          {change === "price" ? <Trans>The price moved from {before} to {after} since you opened this.</Trans> : <><Trans>The market moved since you opened this, and something else would happen now.</Trans> {texts.fate(summary)}</>}
        </Banner>
      )}
      {busyElsewhere && <Banner tone="warning" live><Trans>Another window has an order under way. Try again when it is done.</Trans></Banner>}
      <div className={styles.ticks}>
        {grave !== "" && <Checkbox checked={meant === grave} onChecked={(ticked) => setMeant(ticked ? grave : "")}><Trans>Yes, I mean it</Trans></Checkbox>}
        {/* Not beside what asks for care: there the sheet would come all the same. */}
        {settings.confirm
          ? grave === "" && <Checkbox checked={neverAgain} onChecked={setNeverAgain}><Trans>Do not ask again. The order settings bring this back.</Trans></Checkbox>
          : <p className={styles.note}><Trans>You switched this question off. It comes all the same where there is something to see.</Trans></p>}
      </div>
      <div className={styles.actions}>
        <Button look={isLong ? "up" : "down"} size="large" wide busy={sending} disabledReason={sending ? undefined : reason} onClick={() => onConfirm(!neverAgain)}>
          {isLong ? t`Open long, ${leverage}×` : t`Open short, ${leverage}×`}
        </Button>
      </div>
    </div>
  );
}
