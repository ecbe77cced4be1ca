import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { formatSum, HIDDEN_AMOUNT } from "../../../../lib/format.ts";
import { saveFile } from "../../../../lib/save-file.ts";
import { ShareIcon } from "../../../../ui/icons/action-icons.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { DownloadIcon } from "../../../../ui/icons/navigation-icons.tsx";
import type { ExportCheck, ExportDifference } from "./export-check.ts";
import type { ExportFacts } from "./export-format.ts";
import { hideAmountsAtom } from "../../assets/wallet-atoms.ts";
import styles from "./export-sheet.module.css";

/** The finished file: the result of its check, and buttons to save and share it. */
export function ExportResult({
  file,
  check,
  facts,
}: {
  file: File;
  check: ExportCheck;
  facts: ExportFacts;
}) {
  const { t } = useLingui();
  const [status, setStatus] = useState("");
  const agrees = check.differences.length === 0;

  async function share() {
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setStatus(t`It could not be shared here. Save it instead.`);
    }
  }

  function save() {
    saveFile(file);
    setStatus(t`Saved as ${file.name}`);
  }

  return (
    <>
      <p className={styles.name}>{file.name}</p>
      <Banner tone={agrees ? (facts.isPartial ? "info" : "success") : "warning"} live>
        {agrees ? (
          <Agreement check={check} isPartial={facts.isPartial} />
        ) : (
          <>
            <p>
              <Trans>
                Checked: <Plural value={check.rows} one="# entry" other="# entries" />. Not
                everything agrees:
              </Trans>
            </p>
            <ul className={styles.list}>
              {check.differences.map((difference) => (
                <li key={`${difference.kind} ${difference.flag}`}>
                  <Difference difference={difference} />
                </li>
              ))}
            </ul>
            {!facts.isPartial && (
              <p>
                <Trans>
                  Make the file again. If it stays so, give the file to customer service.
                </Trans>
              </p>
            )}
          </>
        )}
      </Banner>
      {facts.isPartial && (
        <p className={styles.about}>
          <Trans>
            Made of what this device had: older, newer or other entries may be missing. The file’s
            name says partial.
          </Trans>
        </p>
      )}
      <div className={styles.actions}>
        <Button
          look="primary"
          icon={<DownloadIcon size={20} />}
          onClick={save}
        >{t`Save the file`}</Button>
        {canShare(file) && (
          <Button icon={<ShareIcon size={20} />} onClick={() => void share()}>{t`Share`}</Button>
        )}
      </div>
      <p role="status" className={styles.about}>
        {status}
      </p>
    </>
  );
}

function Agreement({ check, isPartial }: { check: ExportCheck; isPartial: boolean }) {
  if (check.against === "balances")
    return (
      <Trans>
        Checked: <Plural value={check.rows} one="# entry" other="# entries" />, all sums agree with
        your balances.
      </Trans>
    );
  if (isPartial)
    return (
      <Trans>
        Checked: <Plural value={check.rows} one="# entry" other="# entries" />, each follows from
        the one before it.
      </Trans>
    );
  return (
    <Trans>
      Checked: <Plural value={check.rows} one="# entry" other="# entries" />, each follows from the
      one before it. Days that are over are not held against the balance of now.
    </Trans>
  );
}

function Difference({ difference }: { difference: ExportDifference }) {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { flag } = difference;
  if (difference.kind === "gap")
    return (
      <Trans>
        {flag}: entries are missing in{" "}
        <Plural value={difference.count} one="# place" other="# places" />.
      </Trans>
    );
  if (difference.kind === "unread")
    return <Trans>{flag}: the balance could not be read, so it was not compared.</Trans>;
  const [counted, shown] = [difference.counted, difference.shown].map((amount) =>
    hidden ? HIDDEN_AMOUNT : formatSum(amount, flag, i18n.locale, { whole: true }),
  );
  return (
    <Trans>
      {flag}: the entries come to {counted}, the balance is {shown}.
    </Trans>
  );
}

function canShare(file: File): boolean {
  return (
    typeof navigator.share === "function" &&
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [file] })
  );
}
