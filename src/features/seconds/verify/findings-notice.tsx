import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import type { EvidenceFile } from "#protocol/api/evidence-file.ts";
import type { Contradiction, EvidenceState } from "#protocol/proof/evidence-check.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { saveJson } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { sessionAtom } from "../../session/session-atoms.ts";
import { onFinding, readFindings } from "../../trade/slips/findings.ts";
import styles from "./verify-panel.module.css";

const queryKey = ["venue-findings"];

/** What this device has found against the venue: named, and to be saved as files that others can check. */
export function FindingsNotice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? "";
  useEffect(() => onFinding(() => void client.invalidateQueries({ queryKey })), [client]);
  const { data = [] } = useQuery({
    queryKey: [...queryKey, userId],
    // The code of the check is loaded on demand.
    queryFn: async () => {
      const files = await readFindings(userId);
      if (files.length === 0) return [];
      const { judgeEvidence } = await import("./verify-run.ts");
      return Promise.all(files.map(async (file) => ({ file, judged: await judgeEvidence(file) })));
    },
    staleTime: 0,
    meta: { private: true, persisted: false },
  });
  const shown = data.filter(({ judged }) => judged !== undefined && judged.state !== "nothing");
  if (shown.length === 0) return null;
  const isGrave = shown.some(({ judged }) => judged?.state !== "declared");
  return (
    <div className={styles.findings}>
      <Banner
        tone={isGrave ? "danger" : "warning"}
        live
        action={
          <Button
            size="small"
            onClick={() => shown.forEach(({ file }, at) => save(file, at + 1))}
          >{t`Save the evidence`}</Button>
        }
      >
        <p>
          {isGrave ? (
            <Trans>The venue does not stand by what it has signed:</Trans>
          ) : (
            <Trans>The venue has lost some of what it signed, and says so:</Trans>
          )}
        </p>
        <ul className={styles.trust}>
          {shown.map(({ file, judged }, at) => (
            <li key={at}>{judged && <Finding file={file} judged={judged} />}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function Finding({ file, judged }: { file: EvidenceFile; judged: EvidenceState }) {
  const { t, i18n } = useLingui();
  const time = (ms: number) => formatDateTime(ms, i18n.locale);

  function contradiction(found: Contradiction): string {
    switch (found.kind) {
      case "chain": {
        const { seq } = found;
        return t`Receipt ${seq} has another hash than the one this device knew.`;
      }
      case "back": {
        const [known, said] = found.seqs;
        return t`It named receipt ${known} as its newest, and later only ${said}.`;
      }
      case "minute": {
        const minute = time(found.minute * 1000);
        return t`The prices of the minute ${minute} were published twice, and differ.`;
      }
      case "day": {
        const { date } = found;
        return t`The simulated day ${date} has two fingerprints.`;
      }
      case "receipt": {
        const { orderId } = found;
        const [one, two] = found.seqs;
        return t`Contract ${orderId} has two receipts, ${one} and ${two}.`;
      }
      case "terms": {
        const { orderId } = found;
        return t`The receipt of contract ${orderId} is not what was agreed.`;
      }
    }
  }

  switch (judged.state) {
    case "proven":
      return contradiction(judged.found);
    case "declared": {
      const [opened, { reason }] = [time(judged.epoch.opened_time), judged.epoch];
      return t`Lost when the venue was put back to an older state, as it declared on ${opened}: ${reason}`;
    }
    case "asked": {
      const { statement } = file.first;
      if (file.asked?.part === "order" && "order_id" in statement.body) {
        const [{ order_id: id }, { name = "", value = "" }] = [
          statement.body,
          file.asked.wanted ?? {},
        ];
        return t`Order ${id} is not what this device asked for (${name}: ${value}).`;
      }
      if (statement.kind !== "slip" || file.asked?.part === "entry") {
        const seq = "head" in statement.body ? statement.body.head.seq : 0;
        return t`Receipt ${seq}, once its newest, is not in its chain any more.`;
      }
      const [orderId, due] = [statement.body.order_id, time(statement.body.t1)];
      return t`It owes the receipt of contract ${orderId}, delivered at ${due}.`;
    }
    case "unsigned":
    case "form":
      return t`Something that it answered is not signed with its key.`;
    case "nothing":
      return "";
  }
}

function save(file: EvidenceFile, number: number): void {
  saveJson(file, `godwit-evidence-${number}.json`);
}
