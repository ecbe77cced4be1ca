import { Trans, useLingui } from "@lingui/react/macro";
import { Field } from "../../../ui/fields/field.tsx";
import type { BillFilters } from "./bill-filters.ts";
import styles from "./bill-day-fields.module.css";

export interface BillDayFieldsProps {
  days: Pick<BillFilters, "from" | "to">;
  /** Whether the last day lies before the first. */
  backwards: boolean;
  onDays: (days: Pick<BillFilters, "from" | "to">) => void;
}

/** First and last day, by the date picker of the system, with the time zone they count in. */
export function BillDayFields({ days, backwards, onDays }: BillDayFieldsProps) {
  const { t } = useLingui();
  const { from, to } = days;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div>
      <div className={styles.days}>
        <Field
          label={t`First day`}
          type="date"
          max={to}
          value={from ?? ""}
          onValue={(day) => onDays({ from: day || undefined, to })}
        />
        <Field
          label={t`Last day`}
          type="date"
          min={from}
          value={to ?? ""}
          problem={backwards ? t`Lies before the first day.` : undefined}
          onValue={(day) => onDays({ from, to: day || undefined })}
        />
      </div>
      <p className={styles.zone}>
        <Trans>
          Days of this device’s time zone, {zone}. The venue’s own day ends at midnight GMT+8.
        </Trans>
      </p>
    </div>
  );
}
