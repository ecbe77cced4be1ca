import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { DownloadIcon } from "../../ui/navigation-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { userAtom } from "../session/session-atoms.ts";
import { recoveryFile } from "./security-texts.ts";
import styles from "./security.module.css";

/** The recovery codes, the only time anybody sees them. */
export function SecurityRecovery({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}) {
  const { t } = useLingui();
  const account = useAtomValue(userAtom)?.account ?? "";
  const [kept, setKept] = useState(false);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () =>
    saveFile(
      recoveryFile(codes, {
        place: location.host,
        account,
        explanation: t`Each code stands in for the authenticator once.`,
      }),
    );

  return (
    <>
      <p ref={title} tabIndex={-1} className={styles.name}>
        <Trans>
          The second factor is on. Keep these ten recovery codes now: they are shown this once.
        </Trans>
      </p>
      <p className={styles.soft}>
        <Trans>
          Without your phone, one of them logs you in; each works once. Keep them away from the
          phone, on paper or in a password manager.
        </Trans>
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.pair}>
        <Button wide icon={<DownloadIcon size={20} />} onClick={save}>{t`Save as a file`}</Button>
        <CopyButton text={codes.join("\n")} label={t`Copy all codes`} copiedLabel={t`Copied`} />
      </div>
      <Checkbox checked={kept} onChecked={setKept}>{t`I have kept the codes`}</Checkbox>
      <Button
        look="primary"
        size="large"
        wide
        disabledReason={kept ? undefined : t`Keep the codes first; they are not shown again.`}
        onClick={onDone}
      >{t`Done`}</Button>
    </>
  );
}
