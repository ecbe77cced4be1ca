import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type ReactNode } from "react";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { orderSettingsAtom } from "../ticket/order-settings-atom.ts";
import styles from "./confirm-sheet.module.css";

export interface OrderReviewProps {
  /** The order in a sentence, and what would happen with it. */
  order: ReactNode;
  becomes: ReactNode;
  figures: ReactNode;
  warnings: readonly { key: string; text: string }[];
  /** A change since the user looked last; it has to be accepted first. */
  change: { kind: "price" | "fate"; text: ReactNode; accept: () => void } | undefined;
  /** Key of the warnings that the user must confirm, "" for none. */
  grave: string;
  /** Why it cannot be sent, whatever the user accepts. */
  reason: string | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  look: "up" | "down";
  /** The label of the button. */
  words: ReactNode;
  onConfirm: (askAgain: boolean) => void;
}

/** An order to be confirmed, with the changes and warnings that must be accepted before it may be sent. */
export function OrderReview({
  order,
  becomes,
  figures,
  warnings,
  change,
  grave,
  reason,
  sending,
  busyElsewhere,
  look,
  words,
  onConfirm,
}: OrderReviewProps) {
  const { t } = useLingui();
  const settings = useAtomValue(orderSettingsAtom);
  const [meant, setMeant] = useState("");
  const [neverAgain, setNeverAgain] = useState(false);
  const held =
    reason ??
    (change?.kind === "price"
      ? t`The price moved. Accept the new one first.`
      : change?.kind === "fate"
        ? t`Something else would happen now. Accept that first.`
        : grave !== "" && meant !== grave
          ? t`Tick that you mean it first.`
          : undefined);

  return (
    <div className={styles.review}>
      <p className={styles.order}>{order}</p>
      <p className={styles.note}>
        {becomes} <Trans>Paper money.</Trans>
      </p>
      {figures}
      {warnings.map(({ key, text }) => (
        <Banner key={key} tone="warning">
          {text}
        </Banner>
      ))}
      {change && (
        <Banner
          tone="warning"
          live
          action={<Button size="small" onClick={change.accept}>{t`Accept`}</Button>}
        >
          {change.text}
        </Banner>
      )}
      {busyElsewhere && (
        <Banner tone="warning" live>
          <Trans>Another window has an order under way. Try again when it is done.</Trans>
        </Banner>
      )}
      <div className={styles.ticks}>
        {grave !== "" && (
          <Checkbox checked={meant === grave} onChecked={(ticked) => setMeant(ticked ? grave : "")}>
            <Trans>Yes, I mean it</Trans>
          </Checkbox>
        )}
        {/* Not beside a warning: the sheet would still appear for it. */}
        {settings.confirm ? (
          grave === "" && (
            <Checkbox checked={neverAgain} onChecked={setNeverAgain}>
              <Trans>Do not ask again. The order settings bring this back.</Trans>
            </Checkbox>
          )
        ) : (
          <p className={styles.note}>
            <Trans>
              You switched this question off. It comes all the same where there is something to see.
            </Trans>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          look={look}
          size="large"
          wide
          busy={sending}
          disabledReason={sending ? undefined : held}
          onClick={() => onConfirm(!neverAgain)}
        >
          {words}
        </Button>
      </div>
    </div>
  );
}
