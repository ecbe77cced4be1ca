import { useLingui } from "@lingui/react/macro";
import { formatDate } from "../../lib/format.ts";
import { CloseIcon } from "../../ui/action-icons.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { billRequest, toggleType, typesOf, type BillFilters } from "./bill-filters.ts";
import { useBillTypeText } from "./use-bill-type-text.ts";
import styles from "./history-screen.module.css";

/** The filters in force; a press takes one away. */
export function FilterTags({
  filters,
  onFilters,
}: {
  filters: BillFilters;
  onFilters: (filters: BillFilters) => void;
}) {
  const { t, i18n } = useLingui();
  const typeText = useBillTypeText();
  const { start_time: from, end_time: to } = billRequest(filters);
  const day = (at: unknown) => formatDate(Number(at), i18n.locale);
  const tags = [
    ...typesOf(filters).map((type) => ({
      key: `type${type}`,
      text: typeText(type),
      without: toggleType(filters, type),
    })),
    ...(filters.flag
      ? [{ key: "flag", text: filters.flag, without: { ...filters, flag: undefined } }]
      : []),
    ...(filters.order
      ? [
          {
            key: "order",
            text: t`Order ${filters.order}`,
            without: { ...filters, order: undefined },
          },
        ]
      : []),
    ...(filters.second
      ? [
          {
            key: "second",
            text: t`Seconds contract ${filters.second}`,
            without: { ...filters, second: undefined },
          },
        ]
      : []),
    ...(from === undefined
      ? []
      : [{ key: "from", text: t`From ${day(from)}`, without: { ...filters, from: undefined } }]),
    ...(to === undefined
      ? []
      : [{ key: "to", text: t`Until ${day(to)}`, without: { ...filters, to: undefined } }]),
  ];
  if (tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      <ChipRow label={t`Filters in force`}>
        {tags.map((tag) => (
          <Chip
            key={tag.key}
            selected
            aria-label={t`${tag.text}: remove this filter`}
            onClick={() => onFilters(tag.without)}
          >
            {tag.text} <CloseIcon size={16} />
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
