import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Select } from "../../ui/select.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { BillDayFields } from "./bill-day-fields.tsx";
import { isBackwards, toggleType, typesOf, type BillFilters } from "./bill-filters.ts";
import { billTypeOrder } from "./bill-types.ts";
import { useBillTypeText } from "./use-bill-type-text.ts";
import styles from "./bill-filter-sheet.module.css";

export interface BillFilterSheetProps {
  open: boolean;
  filters: BillFilters;
  onClose: () => void;
  onFilters: (filters: BillFilters) => void;
}

/** Narrows the history by type, currency and days; nothing changes until it is applied. */
export function BillFilterSheet({ open, filters, onClose, onFilters }: BillFilterSheetProps) {
  const { t } = useLingui();
  const typeText = useBillTypeText();
  const currencies = useAtomValue(currenciesAtom);
  const [draft, setDraft] = useState(filters);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(filters);
  }
  const chosen = typesOf(draft);
  const flags = [
    ...new Set([
      ...currencies.map((currency) => currency.flag),
      ...(draft.flag ? [draft.flag] : []),
    ]),
  ];
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
                {typeText(type)}
              </Chip>
            ))}
          </div>
        </fieldset>
        <Select
          label={t`Currency`}
          value={draft.flag ?? "*"}
          options={[
            { value: "*", label: t`All currencies` },
            ...flags.map((flag) => ({ value: flag, label: flag })),
          ]}
          onValue={(flag) => setDraft({ ...draft, flag: flag === "*" ? undefined : flag })}
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
