import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Button } from "../../../../ui/actions/button.tsx";
import { Chip } from "../../../../ui/fields/chip.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { currenciesAtom } from "../../../platform/platform-atoms.ts";
import { CurrencyField } from "../../assets/currency-field.tsx";
import { BillDayFields } from "../bill-day-fields.tsx";
import {
  type BillFilters,
  billTypeOrder,
  isBackwards,
  toggleType,
  typesOf,
} from "../bill-filters.ts";
import { useBillTypeName } from "../bill-messages.ts";
import styles from "./bill-filter-sheet.module.css";

export interface BillFilterSheetProps {
  open: boolean;
  filters: BillFilters;
  onClose: () => void;
  onFilters: (filters: BillFilters) => void;
}

/** Filters of the history by type, currency and days, applied by a button. */
export function BillFilterSheet({ open, filters, onClose, onFilters }: BillFilterSheetProps) {
  const { t } = useLingui();
  const typeName = useBillTypeName();
  const currencies = useAtomValue(currenciesAtom);
  const [draft, setDraft] = useState(filters);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(filters);
  }
  const chosen = typesOf(draft);
  const offered =
    draft.flag === undefined || currencies.some(({ flag }) => flag === draft.flag)
      ? currencies
      : [...currencies, { flag: draft.flag, name: "" }];
  const backwards = isBackwards(draft);

  function apply(next: BillFilters) {
    onFilters(next);
    onClose();
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Filter the history`}
      closeLabel={t`Close`}
      footer={
        <div className={styles.actions}>
          <Button wide onClick={() => apply({})}>{t`Clear`}</Button>
          <Button
            look="primary"
            wide
            disabledReason={backwards ? t`The last day lies before the first.` : undefined}
            onClick={() => apply(draft)}
          >{t`Show entries`}</Button>
        </div>
      }
    >
      <div className={styles.form}>
        <fieldset>
          <legend className={styles.legend}>{t`Type`}</legend>
          <div className={styles.types}>
            {billTypeOrder.map((type) => (
              <Chip
                key={type}
                selected={chosen.includes(type)}
                onClick={() => setDraft(toggleType(draft, type))}
              >
                {typeName(type)}
              </Chip>
            ))}
          </div>
        </fieldset>
        <CurrencyField
          currencies={offered}
          value={draft.flag ?? ""}
          all={t`All currencies`}
          onValue={(flag) => setDraft({ ...draft, flag: flag === "" ? undefined : flag })}
        />
        <BillDayFields
          days={draft}
          backwards={backwards}
          onDays={(days) => setDraft({ ...draft, ...days })}
        />
      </div>
    </Sheet>
  );
}
