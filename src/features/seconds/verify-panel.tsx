import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReceiptFile } from "#protocol/receipt.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ReceiptSamplesList } from "./receipt-samples-list.tsx";
import { useVerifyWords } from "./use-verify-words.ts";
import { VerifyKeyNotice } from "./verify-key-notice.tsx";
import { VerifyStep } from "./verify-step.tsx";
import { summaryOf } from "./verify-summary.ts";
import styles from "./verify-panel.module.css";

/** The check of a receipt on this device, step by step with the figures: from the receipt and what is published, also offline. */
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
    // Its code is fetched with the first check.
    queryFn: async () =>
      (await import("./verify-run.ts").then(({ verifyReceipt }) => verifyReceipt(file))) ?? null,
    staleTime: Infinity,
    meta: { private: true, kept: false },
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
          <Trans>Everything matches.</Trans>
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
