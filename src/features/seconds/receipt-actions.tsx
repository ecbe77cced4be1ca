import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ReceiptFile } from "#protocol/receipt.ts";
import { ShareIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { symbolText } from "../market/symbol-text.ts";
import { shareWords } from "../../lib/share-words.ts";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./receipt-view.module.css";

/** Hands a receipt on: as the file that the outside command checks, and as a few words without any amount. */
export function ReceiptActions({ file }: { file: ReceiptFile }) {
  const { t } = useLingui();
  const words = useRunningWords();
  const [told, setTold] = useState("");
  const { receipt } = file;

  function save() {
    const name = `godwit-receipt-${receipt.seq}.json`;
    saveFile(new File([`${JSON.stringify(file, null, 2)}\n`], name, { type: "application/json" }));
    setTold(t`Saved as ${name}`);
  }

  async function share() {
    const [call, market, outcome] = [
      words.side(receipt.direction),
      symbolText(receipt.symbol),
      words.outcome(receipt.result),
    ];
    const [entry, exit] = [
      words.price(receipt.entry, receipt.price_precision),
      words.price(receipt.exit, receipt.price_precision),
    ];
    const shared = await shareWords(
      [
        t`${market}, ${call}, ${receipt.time} s: ${outcome}`,
        t`Entry ${entry}, exit ${exit}`,
        t`Receipt ${receipt.seq}, hash ${receipt.hash}`,
        t`Paper trading: simulated funds, no real money.`,
      ].join("\n"),
    );
    setTold(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  return (
    <div className={styles.actions}>
      <Button size="small" onClick={save}>{t`Download as a file`}</Button>
      <Button
        size="small"
        icon={<ShareIcon size={16} />}
        onClick={() => void share()}
      >{t`Share`}</Button>
      <span role="status" className={styles.told}>
        {told}
      </span>
    </div>
  );
}
