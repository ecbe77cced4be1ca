import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { CheckState } from "#protocol/proof/receipt-check.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { MinusIcon } from "../../../ui/icons/action-icons.tsx";
import { CheckCircleIcon, ClockIcon, ErrorIcon } from "../../../ui/icons/status-icons.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { ReceiptSamplesList } from "./receipt-samples-list.tsx";
import { CompareDevices } from "./compare-devices.tsx";
import { FindingsNotice } from "./findings-notice.tsx";
import { TrustFold } from "./trust-fold.tsx";
import { rememberKey, compareVenueKey } from "../../trade/slips/remembered-venue-key.ts";
import { useVerifyWords } from "./use-verify-messages.ts";
import styles from "./verify-panel.module.css";

/** Checks a receipt on this device, step by step with its figures, also offline. */
export function VerifyPanel({ file }: { file: ReceiptFile }) {
  const { t } = useLingui();
  const words = useVerifyWords(file.receipt);
  const {
    data: steps,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ["receipt-check", file],
    // The code of the check is loaded on demand.
    queryFn: async () =>
      (await import("./verify-run.ts").then(({ verifyReceipt }) => verifyReceipt(file))) ?? null,
    staleTime: Infinity,
    meta: { private: true, persisted: false },
  });
  if (error) {
    return (
      <ErrorState
        compact
        title={t`The check could not be loaded`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        <Trans>It needs a connection once; then it works offline too.</Trans>
      </ErrorState>
    );
  }
  if (steps === undefined) return <Skeleton shape="block" />;
  if (steps === null) {
    return (
      <Banner tone="warning">
        <Trans>
          This page is not encrypted (https), and here the browser offers no cryptography. Download
          the receipt and check it with the venue’s command instead: npm run verify.
        </Trans>
      </Banner>
    );
  }
  const { receipt } = file;
  return (
    <section className={styles.panel} aria-label={t`Check of the receipt`}>
      <Summary states={steps.map(({ state }) => state)} />
      <VerifyKeyNotice publicKey={file.public_key} />
      <FindingsNotice />
      <ol>
        {steps.map((step) => (
          <VerifyStep
            key={step.name}
            state={step.state}
            stateText={words.state(step.state)}
            title={words.title(step.name)}
            found={words.found(step)}
          >
            {(step.name === "entry_price" || step.name === "exit_price") &&
              step.state !== "none" && (
                <ReceiptSamplesList
                  label={
                    step.name === "entry_price" ? t`Samples of the entry` : t`Samples of the exit`
                  }
                  samples={step.facts.samples}
                  moment={step.name === "entry_price" ? receipt.t0 : receipt.t1}
                  precision={receipt.price_precision}
                />
              )}
          </VerifyStep>
        ))}
      </ol>
      <TrustFold />
      <Fold small summary={<Trans>Compare with another device</Trans>}>
        <CompareDevices />
      </Fold>
      <p className={styles.note}>
        <Trans>
          Your device computed all of this itself. To check it outside the app, download the file
          and run: npm run verify -- RECEIPT.json
        </Trans>
      </p>
    </section>
  );
}

function Summary({ states }: { states: Parameters<typeof summaryOf>[0] }) {
  const { state, failed, later } = summaryOf(states);
  switch (state) {
    case "right":
      return (
        <Banner tone="success" live>
          <Trans>Everything that was checked matches.</Trans>
        </Banner>
      );
    case "partly":
      return (
        <Banner tone="success" live>
          <Trans>
            All that is published so far matches.{" "}
            <Plural
              value={later}
              one="# check waits for what is still to be published."
              other="# checks wait for what is still to be published."
            />
          </Trans>
        </Banner>
      );
    case "wrong":
      return (
        <Banner tone="danger" live>
          <Plural
            value={failed}
            one="# check does not match. See below what differs, and keep the file."
            other="# checks do not match. See below what differs, and keep the file."
          />
        </Banner>
      );
  }
}

const icons = { ok: CheckCircleIcon, failed: ErrorIcon, later: ClockIcon, none: MinusIcon };

interface VerifyStepProps {
  state: CheckState;
  /** The state as text. */
  stateText: string;
  title: string;
  /** What was found, with its figures. */
  found: string;
  children?: ReactNode;
}

/** One step of a check: question, state and finding. */
export function VerifyStep({ state, stateText, title, found, children }: VerifyStepProps) {
  const Icon = icons[state];
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.mark} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div>
        <p className={styles.head}>
          <span>{title}</span>
          <span className={styles.state}>{stateText}</span>
        </p>
        <p className={styles.found}>{found}</p>
        {children}
      </div>
    </li>
  );
}

interface VerifySummary {
  state: "right" | "partly" | "wrong";
  ok: number;
  failed: number;
  later: number;
}

/** The overall state of a check: one failed step fails it, a waiting one does not. */
export function summaryOf(states: readonly CheckState[]): VerifySummary {
  const count = (wanted: CheckState) => states.filter((state) => state === wanted).length;
  const [ok, failed, later] = [count("ok"), count("failed"), count("later")];
  return { state: failed > 0 ? "wrong" : later > 0 ? "partly" : "right", ok, failed, later };
}

/** Whether the signing key is the remembered one. A changed key is shown, and remembered only by a button. */
function VerifyKeyNotice({ publicKey }: { publicKey: string }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const queryKey = ["venue-key", publicKey];
  const { data } = useQuery({
    queryKey,
    queryFn: () => compareVenueKey(publicKey),
    staleTime: 0,
    meta: { persisted: false },
  });
  if (!data) return null;
  const since = formatDateTime(data.since, i18n.locale);
  if (data.state === "changed") {
    return (
      <Banner
        tone="danger"
        live
        action={
          <Button
            size="small"
            onClick={() =>
              void rememberKey(publicKey).then(() => client.invalidateQueries({ queryKey }))
            }
          >{t`Remember the new key`}</Button>
        }
      >
        <Trans>
          The venue signed this with another key than the one this device has known since {since}.
          Unless the venue has announced a new key, do not trust it.
        </Trans>
      </Banner>
    );
  }
  return data.state === "first" ? (
    <p>
      <Trans>This device now remembers the venue’s key and will tell if another one is used.</Trans>
    </p>
  ) : (
    <p>
      <Trans>Signed with the key that this device has known since {since}.</Trans>
    </p>
  );
}
