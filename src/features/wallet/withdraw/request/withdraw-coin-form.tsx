import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useRef, useState, type SyntheticEvent } from "react";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import { parseNumber } from "../../../../lib/parse-number.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Field } from "../../../../ui/fields/field.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { pageRows } from "../../../platform/lists/paged-rows.ts";
import { currenciesAtom } from "../../../platform/platform-atoms.ts";
import { SavedAddressesSheet } from "../address/saved-addresses-sheet.tsx";
import { AddressField } from "../address/address-field.tsx";
import { networksOf, readAddress } from "../address/address-read.ts";
import type { WithdrawGate } from "./withdrawal-gate.tsx";
import type { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawDraft } from "./use-withdraw-draft.ts";
import { useWithdrawQuote } from "./use-withdraw-quote.ts";
import { useAddressMessages } from "../address/address-messages.ts";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { useWallet } from "../../assets/use-wallet.ts";
import { CurrencyField } from "../../assets/currency-field.tsx";
import { likelyNetwork } from "../../assets/likely-network.ts";
import { balanceOf } from "../../assets/wallet-atoms.ts";
import { WithdrawAmount } from "./withdraw-amount.tsx";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import { judgeAmount, wayOut } from "../withdraw-ways.ts";
import {
  savedAddressesQuery,
  withdrawalPagesQuery,
  type QuoteRequest,
} from "../withdrawal-queries.ts";
import { WithdrawalSheet } from "./withdrawal-sheet.tsx";
import styles from "../withdraw.module.css";

export interface WithdrawCoinFormProps {
  currencies: readonly WithdrawalCurrency[];
  /** The currency named by a link. */
  linked: string | undefined;
  gate: WithdrawGate;
  withdrawal: ReturnType<typeof useWithdrawal>;
}

type CheckedField = "address" | "memo" | "amount";

/** The form of a withdrawal to an address. */
export function WithdrawCoinForm({ currencies, linked, gate, withdrawal }: WithdrawCoinFormProps) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const addressMessages = useAddressMessages();
  const form = useRef<HTMLFormElement>(null);
  const { text, change, clear } = useWithdrawDraft("coin", i18n.locale);
  const { wallet } = useWallet();
  const scales = useAtomValue(currenciesAtom);
  const records = useInfiniteQuery(withdrawalPagesQuery(undefined));
  const savedAddresses = useQuery(savedAddressesQuery()).data;
  const [checked, setChecked] = useState<ReadonlySet<CheckedField>>(new Set());
  const [sheet, setSheet] = useState<"list" | "save" | null>(null);
  const [asked, setAsked] = useState<QuoteRequest | null>(null);

  const flag =
    [text.flag, linked, "USDT"].find((wanted) => currencies.some((one) => one.flag === wanted)) ??
    currencies[0]?.flag ??
    "";
  const currency = currencies.find((one) => one.flag === flag);
  const networks = currency?.networks ?? [];
  const network =
    networks.find((one) => one.network === text.network)?.network ??
    likelyNetwork(networks, flag, pageRows(records.data)) ??
    "";
  const scale = scales.find((one) => one.flag === flag)?.scale ?? 8;
  const way = wayOut(currency, network, scale);
  const available = wallet ? balanceOf(wallet.balances, flag) : undefined;
  const free = available === undefined || available.unread ? null : available.balance_str;

  const reading = readAddress(text.address);
  const all = [...new Set(currencies.flatMap((one) => one.networks.map((each) => each.network)))];
  const fault = addressMessages.problem(
    reading,
    network,
    reading.ok
      ? networksOf(
          reading.address,
          network === "" || isKnown(reading.address, network) ? [network] : all,
        )
      : [],
  );
  const memoRequired = way?.memoRequired === true;
  const memo = memoRequired ? text.memo.trim() : "";
  const memoFault =
    memoRequired && memo === ""
      ? t`${network} needs a memo or tag: without it the money may not find its owner.`
      : undefined;
  const parsed = parseNumber(text.amount, i18n.locale, way ? { maxDecimals: way.precision } : {});
  const amount = parsed.ok ? parsed.value : null;
  const address = reading.ok && fault === undefined ? reading.address : undefined;

  const bare = way && judgeAmount(way, amount, { available: free, dayLeft: null });
  const request: QuoteRequest | undefined =
    way?.isOpen &&
    address !== undefined &&
    amount !== null &&
    memoFault === undefined &&
    bare?.problem === undefined
      ? { flag, amount, network, address, memo }
      : undefined;
  const { quote, refusal } = useWithdrawQuote(
    gate.gates && gate.reason === undefined ? request : undefined,
  );
  const summary =
    way && judgeAmount(way, amount, { available: free, dayLeft: quote?.day_left ?? null });
  const refused =
    refusal && refusal.status !== null
      ? withdrawRefusal(refusal.status, refusal.data, i18n.locale)
      : undefined;
  const refusalAt = (place: string) =>
    refused?.place === place ? i18n._(refused.text) : undefined;
  const shows = (field: CheckedField, isTyped: boolean) =>
    checked.has(field) && (isTyped || checked.has("amount"));
  const saved = savedAddresses?.list.find(
    (one) => one.network === network && one.address === address && one.memo === memo,
  );

  function check(...fields: CheckedField[]) {
    setChecked(new Set([...checked, ...fields]));
  }

  /** A pasted address may bring its memo, and selects the network where it fits only one. */
  function typeAddress(typed: string) {
    const understood = readAddress(typed);
    const fits = understood.ok
      ? networksOf(
          understood.address,
          networks.map((one) => one.network),
        )
      : [];
    change({
      address: typed,
      ...(understood.ok && understood.memo !== "" && text.memo === "" && { memo: understood.memo }),
      ...(text.network === "" && fits.length === 1 && { network: fits[0] ?? "" }),
    });
    if (!understood.ok && typed.trim() !== "") check("address");
  }

  function review(event: SyntheticEvent) {
    event.preventDefault();
    if (!request || summary?.problem) {
      setChecked(new Set(["address", "memo", "amount"]));
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
      return;
    }
    setAsked(request);
  }

  const nothingChosen = network === "";
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={review}
        aria-label={t`Withdrawal`}
      >
        <CurrencyField
          currencies={currencies}
          value={flag}
          onValue={(next) => change({ flag: next, network: "", amount: "" })}
        />
        <Select
          label={t`Network`}
          value={network}
          placeholder={t`Choose the network of the address`}
          hint={t`It has to be the one that the receiver's address belongs to.`}
          problem={
            checked.has("amount") && nothingChosen ? t`Choose a network.` : refusalAt("network")
          }
          options={networks.map((one) => ({
            value: one.network,
            label: one.status === 1 ? one.network : t`${one.network} (paused)`,
            disabled: one.status !== 1,
          }))}
          onValue={(next) => change({ flag, network: next })}
        />
        {way && !way.isOpen && (
          <Banner tone="warning">
            <Trans>
              Withdrawals by {network} are paused. Choose another network, or try later.
            </Trans>
          </Banner>
        )}
        <AddressField
          value={text.address}
          onValue={typeAddress}
          onLeave={() => text.address.trim() !== "" && check("address")}
          problem={
            nothingChosen && text.address === ""
              ? undefined
              : shows("address", text.address.trim() !== "") && !(nothingChosen && reading.ok)
                ? (fault ?? refusalAt("address"))
                : refusalAt("address")
          }
          address={nothingChosen ? undefined : address}
          network={network}
          known={
            quote &&
            (saved
              ? {
                  ...addressMessages.known(quote),
                  text: `${saved.label} · ${addressMessages.known(quote).text}`,
                }
              : addressMessages.known(quote))
          }
          onSavedAddresses={() => setSheet("list")}
        />
        {memoRequired && (
          <Field
            label={t`Memo or tag`}
            name="memo"
            autoComplete="off"
            spellCheck={false}
            value={text.memo}
            hint={t`Copy it from where the address comes from.`}
            problem={(shows("memo", text.memo !== "") ? memoFault : undefined) ?? refusalAt("memo")}
            onValue={(typed) => change({ memo: typed })}
            onBlur={() => text.memo !== "" && check("memo")}
          />
        )}
        {way && summary && (
          <WithdrawAmount
            way={way}
            text={text.amount}
            summary={summary}
            available={free}
            quote={quote}
            problem={
              (summary.problem &&
              (summary.problem.kind === "missing"
                ? checked.has("memo") && text.amount === ""
                : checked.has("amount"))
                ? messages.amountProblem(summary.problem, flag)
                : undefined) ?? refusalAt("amount")
            }
            onText={(typed) => change({ flag, network, amount: typed })}
            onLeave={() => text.amount !== "" && check("amount")}
          />
        )}
        {refusalAt("form") !== undefined && (
          <Banner tone="warning" live>
            {refusalAt("form")}
          </Banner>
        )}
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          disabledReason={
            gate.reason ?? (way && !way.isOpen ? t`This network is paused.` : undefined)
          }
        >{t`Review the withdrawal`}</Button>
      </form>
      <WithdrawalSheet
        request={asked}
        withdrawal={withdrawal}
        label={saved?.label}
        stop={gate.reason}
        onClose={() => setAsked(null)}
        onAccepted={() => {
          clear();
          setChecked(new Set());
        }}
        onSave={() => {
          setAsked(null);
          setSheet("save");
        }}
      />
      <SavedAddressesSheet
        open={sheet !== null}
        onClose={() => setSheet(null)}
        savedAddresses={savedAddresses}
        networks={all}
        stop={gate.reason}
        begin={sheet === "save" && address !== undefined ? { network, address, memo } : undefined}
        pickable={networks.map((one) => one.network)}
        onPick={(picked) => {
          setSheet(null);
          change({ flag, network: picked.network, address: picked.address, memo: picked.memo });
        }}
      />
    </>
  );
}

function isKnown(address: string, network: string): boolean {
  return networksOf(address, [network]).length > 0;
}
