import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { venueNow } from "../../../../api/venue-clock.ts";
import { formatDate } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Progress } from "../../../../ui/states/progress.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { useOnline } from "../../../platform/use-online.ts";
import { BillDayFields } from "../bill-day-fields.tsx";
import { type BillFilters, billRequest, isBackwards } from "../bill-filters.ts";
import { ExportResult } from "./export-result.tsx";
import { isTable, type ExportFormat } from "./export-format.ts";
import { useExport } from "./use-export.ts";
import styles from "./export-sheet.module.css";

/** Exports the account as a file made on this device: format, days, progress and the result of the check. */
export function ExportSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { state, begin, stop, reset } = useExport();
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [days, setDays] = useState<Pick<BillFilters, "from" | "to">>({});
  const [withMark, setWithMark] = useState(false);
  const backwards = isBackwards(days);
  const running = state.kind === "running";

  function start() {
    const { start_time: from, end_time: to } = billRequest(days);
    // A last day that is not over sets no end, so that the entries can be checked against the balances of now.
    const end = typeof to === "number" && to < venueNow() ? to : undefined;
    void begin({
      format,
      withMark,
      online,
      window: { from: typeof from === "number" ? from : undefined, to: end },
    });
  }

  const explanations: Record<ExportFormat, string> = {
    csv: t`Every entry on a line of its own, for spreadsheets. Text that a spreadsheet would run as a formula is made harmless.`,
    json: t`Every entry as the venue keeps it, for programs, with what was checked.`,
    koinly: t`Koinly’s universal template, times in UTC. What one order moved is one line; what open orders and positions hold counts as sent until they end.`,
    cointracking: t`CoinTracking’s import, times in UTC: choose UTC there. What one order moved is one line; what open orders and positions hold counts as sent until they end.`,
  };
  const footer =
    state.kind === "done" ? (
      <Button wide onClick={reset}>{t`Make another file`}</Button>
    ) : running ? (
      <Button wide onClick={stop}>{t`Cancel`}</Button>
    ) : (
      <Button
        look="primary"
        wide
        disabledReason={backwards ? t`The last day lies before the first.` : undefined}
        onClick={start}
      >
        {state.kind === "stopped"
          ? t`Go on`
          : online
            ? t`Make the file`
            : t`Make a file of what is here`}
      </Button>
    );

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Export the account`}
      closeLabel={t`Close`}
      footer={footer}
    >
      <div className={styles.form}>
        {state.kind === "done" ? (
          <ExportResult file={state.file} check={state.check} facts={state.facts} />
        ) : (
          <>
            <p className={styles.about}>
              <Trans>
                The file is made on this device and sent nowhere. It holds every entry of all
                currencies, whatever the list is filtered by. All of it is paper money, and the file
                says so.
              </Trans>
            </p>
            {!online && (
              <Banner tone="offline">
                <Trans>
                  You are offline: the file will hold what this device has, and be named partial.
                </Trans>
              </Banner>
            )}
            <fieldset className={styles.form} disabled={running}>
              <Select
                label={t`Format`}
                value={format}
                hint={explanations[format]}
                options={[
                  { value: "csv", label: t`CSV, for spreadsheets` },
                  { value: "json", label: t`JSON, for programs` },
                  { value: "koinly", label: t`Koinly, for taxes` },
                  { value: "cointracking", label: t`CoinTracking, for taxes` },
                ]}
                onValue={setFormat}
              />
              <BillDayFields days={days} backwards={backwards} onDays={setDays} />
              {isTable(format) && (
                <Switch
                  label={t`For Excel: mark the file as UTF-8`}
                  checked={withMark}
                  onChecked={setWithMark}
                />
              )}
            </fieldset>
          </>
        )}
        <div role="status">
          {state.kind === "stopped" && (
            <Banner tone={state.isFailure ? "warning" : "info"}>
              {state.isFailure ? (
                <Trans>
                  The export stopped after {i18n.number(state.read)} of {i18n.number(state.total)}{" "}
                  entries: the venue did not answer. They are kept; Go on asks for the rest.
                </Trans>
              ) : (
                <Trans>
                  Stopped after {i18n.number(state.read)} of {i18n.number(state.total)} entries.
                  They are kept; Go on asks for the rest.
                </Trans>
              )}
            </Banner>
          )}
          {state.kind === "nothing" && (
            <Banner tone="info">
              <Trans>
                This device has no entries of these days. With a connection they can be asked for.
              </Trans>
            </Banner>
          )}
        </div>
        {running && (
          <div className={styles.progress}>
            <Progress
              label={t`Entries read`}
              bare
              value={state.total > 0 ? state.read / state.total : undefined}
            />
            <p>
              {state.total > 0 ? (
                <Trans>
                  {i18n.number(state.read)} of {i18n.number(state.total)} entries
                </Trans>
              ) : (
                <Trans>Asking for the entries…</Trans>
              )}
            </p>
          </div>
        )}
        {state.kind === "done" && state.facts.isPartial && (
          <p className={styles.about}>
            <Trans>
              From {formatDate(state.facts.from, i18n.locale)} until{" "}
              {formatDate(state.facts.to, i18n.locale)}.
            </Trans>
          </p>
        )}
      </div>
    </Sheet>
  );
}
