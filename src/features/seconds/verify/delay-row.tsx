import { useLingui } from "@lingui/react/macro";
import type { Slip } from "#protocol/api/slip.ts";
import { slowMs } from "#protocol/rules/seconds-settlement.ts";
import { formatSeconds } from "../../../lib/format.ts";
import { KeyValue } from "../../../ui/lists/key-values.tsx";

interface DelayRowProps {
  /** Undefined where this device has none. */
  slip: Slip | undefined;
  /** Says nothing of a contract that was taken in as fast as the rules want it. */
  onlySlow?: boolean | undefined;
}

/** How long a contract took from this device to the venue, where its slip says so. */
export function DelayRow({ slip, onlySlow = false }: DelayRowProps) {
  const { t, i18n } = useLingui();
  if (!slip || slip.sent_time === null) return null;
  const delayMs = Math.max(0, slip.accept_time - slip.sent_time);
  if (onlySlow && delayMs <= slowMs) return null;
  const [delay, bound] = [delayMs, slowMs].map((ms) => formatSeconds(ms, i18n.locale));
  return (
    <KeyValue
      label={t`Taken in after`}
      explanation={t`From your device sending it to the venue accepting it. The price locks five seconds after acceptance.`}
    >
      {delayMs > slowMs
        ? t`${delay} s, longer than the ${bound} s that the rules allow for`
        : t`${delay} s`}
    </KeyValue>
  );
}
