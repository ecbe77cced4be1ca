import { useLingui } from "@lingui/react/macro";
import { SearchField } from "../../ui/search-field.tsx";

/** Looks for a market by symbol or name. */
export function MarketSearchField({
  value,
  onValue,
}: {
  value: string;
  onValue: (value: string) => void;
}) {
  const { t } = useLingui();
  return (
    <SearchField
      label={t`Search markets`}
      placeholder={t`BTC, Bitcoin…`}
      clearLabel={t`Clear search`}
      value={value}
      onValue={onValue}
    />
  );
}
