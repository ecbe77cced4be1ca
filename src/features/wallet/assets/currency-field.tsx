import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useId, useState } from "react";
import { HIDDEN_AMOUNT, formatSum } from "../../../lib/format.ts";
import { FieldFrame, controlProps } from "../../../ui/fields/field.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { CheckIcon } from "../../../ui/icons/status-icons.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { ListRow } from "../../../ui/lists/list-row.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { currencyChoices, type NamedCurrency } from "./currency-choices.ts";
import styles from "./currency-field.module.css";
import { useWallet } from "./use-wallet.ts";
import { balanceOf, hideAmountsAtom } from "./wallet-atoms.ts";

export interface CurrencyFieldProps {
  currencies: readonly NamedCurrency[];
  /** The flag of the chosen one; empty for none. */
  value: string;
  problem?: string | undefined;
  /** Offers all currencies at once, under this name, as the empty value. */
  all?: string | undefined;
  onValue: (flag: string) => void;
}

/** One of the currencies, chosen in a sheet that can be searched, the ones held first. */
export function CurrencyField({ currencies, value, problem, all, onValue }: CurrencyFieldProps) {
  const { t } = useLingui();
  const controlId = useId();
  const [open, setOpen] = useState(false);
  const chosen = currencies.find(({ flag }) => flag === value);
  const shown =
    chosen === undefined
      ? (all ?? t`Choose a currency`)
      : [chosen.flag, ...nameOf(chosen)].join(" · ");
  const label = t`Currency`;
  return (
    <>
      <FieldFrame {...{ controlId, label, problem }}>
        <button
          type="button"
          {...controlProps(controlId, { problem })}
          aria-label={`${label}: ${shown}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span className={styles.chosen} data-empty={chosen === undefined || undefined}>
            <span className={styles.name}>{shown}</span>
            <ChevronDownIcon size={20} />
          </span>
        </button>
      </FieldFrame>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t`Choose a currency`}
        closeLabel={t`Close`}
      >
        <Choices
          {...{ currencies, value, all }}
          onValue={(flag) => {
            setOpen(false);
            onValue(flag);
          }}
        />
      </Sheet>
    </>
  );
}

function Choices({
  currencies,
  value,
  all,
  onValue,
}: Pick<CurrencyFieldProps, "currencies" | "value" | "all" | "onValue">) {
  const { t } = useLingui();
  const balances = useWallet().wallet?.balances;
  const [typed, setTyped] = useState("");
  const { held, others, best } = currencyChoices(currencies, balances, typed);
  const rows = (list: readonly NamedCurrency[]) =>
    list.map((one) => (
      <li key={one.flag}>
        <CurrencyRow
          currency={one}
          available={balanceOf(balances, one.flag).balance_str}
          chosen={one.flag === value}
          onPress={() => onValue(one.flag)}
        />
      </li>
    ));
  return (
    <div className={styles.choices}>
      <SearchField
        label={t`Search currencies`}
        clearLabel={t`Clear search`}
        value={typed}
        onValue={setTyped}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The sheet stands in a form, which this must not send.
          event.preventDefault();
          if (typed !== "" && best) onValue(best.flag);
        }}
      />
      {all !== undefined && typed === "" && (
        <ListRow title={all} trail={value === "" && <Chosen />} onPress={() => onValue("")} />
      )}
      {held.length > 0 && (
        <section aria-label={t`Held`}>
          <h3 className={styles.heading}>
            <Trans>Held</Trans>
          </h3>
          <ul>{rows(held)}</ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={t`Others`}>
          {held.length > 0 && (
            <h3 className={styles.heading}>
              <Trans>Others</Trans>
            </h3>
          )}
          <ul>{rows(others)}</ul>
        </section>
      )}
      <p role="status" className={styles.none}>
        {held.length + others.length === 0 && <Trans>No currency of this name.</Trans>}
      </p>
    </div>
  );
}

function CurrencyRow({
  currency,
  available,
  chosen,
  onPress,
}: {
  currency: NamedCurrency;
  available: string;
  chosen: boolean;
  onPress: () => void;
}) {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { flag } = currency;
  const [name] = nameOf(currency);
  return (
    <ListRow
      lead={<LoadedCoinIcon code={flag} size={28} />}
      title={flag}
      detail={name}
      value={
        !/[1-9]/.test(available)
          ? undefined
          : hidden
            ? HIDDEN_AMOUNT
            : formatSum(available, flag, i18n.locale)
      }
      trail={chosen && <Chosen />}
      onPress={onPress}
    />
  );
}

function Chosen() {
  return (
    <>
      <CheckIcon size={20} />
      <VisuallyHidden>
        <Trans>Chosen</Trans>
      </VisuallyHidden>
    </>
  );
}

/** The name, where it says more than the flag. */
function nameOf({ flag, name }: NamedCurrency): [string] | [] {
  return name === "" || name === flag ? [] : [name];
}
