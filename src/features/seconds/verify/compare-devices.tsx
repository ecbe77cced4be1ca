import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { saveJson } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { QrCode } from "../../../ui/figures/qr-code.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { evidenceOf, seenHead } from "../../trade/slips/venue-memory.ts";
import {
  codeOf,
  compareWith,
  type Comparison,
  linkOf,
  ownHead,
  readCode,
} from "./compare-heads.ts";
import styles from "./compare-devices.module.css";

/** A venue that shows two people two chains is found by comparing what both were shown. */
export function CompareDevices({ given = "" }: { given?: string | undefined }) {
  const { t } = useLingui();
  const [text, setText] = useState(given);
  const [problem, setProblem] = useState<string>();
  const { data: head } = useQuery({
    queryKey: ["own-head"],
    queryFn: async () => (await ownHead()) ?? null,
    staleTime: 0,
    meta: { persisted: false },
  });
  const [asked, setAsked] = useState<{ seq: number; start: string }>();
  const comparison = useQuery({
    queryKey: ["compare-heads", asked, head],
    queryFn: () => (asked ? compareWith(asked, head ?? undefined) : null),
    enabled: asked !== undefined && head !== undefined,
    staleTime: 0,
    meta: { persisted: false },
  });

  function compare(event: FormEvent) {
    event.preventDefault();
    const code = readCode(text);
    setProblem(
      code ? undefined : t`A code is a number and three groups of four: 12-ab12-cd34-ef56`,
    );
    setAsked(code);
  }

  if (head === undefined) return <Skeleton shape="block" />;
  if (head === null || head.seq === 0)
    return (
      <p className={styles.note}>
        <Trans>The venue has settled nothing yet, so there is nothing to compare.</Trans>
      </p>
    );
  const code = codeOf(head);
  return (
    <div className={styles.compare}>
      <p className={styles.note}>
        <Trans>
          Receipts are chained. If two people see the same newest receipt, the venue has shown both
          the same chain. Scan the code with the other device, or type its code here.
        </Trans>
      </p>
      <div className={styles.own}>
        <QrCode text={linkOf(code)} label={t`Code of this device as a picture`} />
        <p className={styles.code}>
          <span>{code}</span>
          <CopyButton text={code} label={t`Copy this device’s code`} copiedLabel={t`Copied`} />
        </p>
      </div>
      <form className={styles.form} onSubmit={compare} noValidate>
        <Field
          label={t`Code of the other device`}
          value={text}
          onValue={setText}
          problem={problem}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button type="submit" busy={comparison.isFetching}>{t`Compare`}</Button>
      </form>
      {comparison.isError && (
        <Banner tone="warning" live>
          <Trans>
            The venue did not answer. It is asked for that receipt’s place in the chain.
          </Trans>
        </Banner>
      )}
      {comparison.data && <Outcome outcome={comparison.data} />}
    </div>
  );
}

function Outcome({ outcome }: { outcome: Comparison }) {
  const { t } = useLingui();
  if (outcome === "same")
    return (
      <Banner tone="success" live>
        <Trans>Both devices were shown the same chain.</Trans>
      </Banner>
    );
  return (
    <Banner
      tone="danger"
      live
      action={
        <Button size="small" onClick={() => void saveOwn()}>{t`Save what this device saw`}</Button>
      }
    >
      {outcome === "different" ? (
        <Trans>
          The two devices were shown different chains. Save the file here and on the other device:
          both together prove it.
        </Trans>
      ) : (
        <Trans>
          The venue does not have the receipt that the other device was shown. Save the file there:
          it proves that there was one.
        </Trans>
      )}
    </Banner>
  );
}

async function saveOwn(): Promise<void> {
  const known = await seenHead();
  if (!known?.seen || !("public_key" in known.seen.statement.body)) return;
  const file = evidenceOf(known.seen.statement.body.public_key, known.seen, {});
  saveJson(file, `godwit-evidence-${known.seq}.json`);
}

/** The same over the screen, for who has scanned the code of another device. */
export function CompareSheet({ code, onClose }: { code: string | undefined; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet
      open={code !== undefined}
      onClose={onClose}
      title={t`Compare with another device`}
      closeLabel={t`Close`}
    >
      <CompareDevices given={code} />
    </Sheet>
  );
}
