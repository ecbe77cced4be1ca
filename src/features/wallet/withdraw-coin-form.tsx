import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useRef, useState, type SyntheticEvent } from "react";
import type { WithdrawalCurrency } from "#protocol/wallet.ts";
import { parseNumber } from "../../lib/parse-number.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { AddressBookSheet } from "./address-book-sheet.tsx";
import { AddressField } from "./address-field.tsx";
import { networksOf, readAddress } from "./address-read.ts";
import type { WithdrawGate } from "./use-withdraw-gate.ts";
import type { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawDraft } from "./use-withdraw-draft.ts";
import { useWithdrawQuote } from "./use-withdraw-quote.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { useWallet } from "./use-wallet.ts";
import { balanceOf, hideAmountsAtom } from "./wallet-atoms.ts";
import { WithdrawAmount } from "./withdraw-amount.tsx";
import { withdrawRefusal } from "./withdraw-refusal.ts";
import { judgeAmount, wayOut } from "./withdraw-ways.ts";
import { addressBookQuery, type QuoteRequest } from "./withdrawal-queries.ts";
import { WithdrawalSheet } from "./withdrawal-sheet.tsx";
import styles from "./withdraw.module.css";

export interface WithdrawCoinFormProps {
  currencies: readonly WithdrawalCurrency[];
  /** The currency that a link asks for. */
  linked: string | undefined;
  gate: WithdrawGate;
  withdrawal: ReturnType<typeof useWithdrawal>;
}

type Told = "address" | "memo" | "amount";

/** The form of a withdrawal to an address. */
export function WithdrawCoinForm({ currencies, linked, gate, withdrawal }: WithdrawCoinFormProps) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const form = useRef<HTMLFormElement>(null);
  const { text, change, clear } = useWithdrawDraft("coin", i18n.locale);
  const { wallet } = useWallet();
  const hidden = useAtomValue(hideAmountsAtom);
  const scales = useAtomValue(currenciesAtom);
  const book = useQuery(addressBookQuery()).data;
  const [told, setTold] = useState<ReadonlySet<Told>>(new Set());
  const [sheet, setSheet] = useState<"book" | "save" | null>(null);
  const [asked, setAsked] = useState<QuoteRequest | null>(null);

  const flag =
    [text.flag, linked, "USDT"].find((wanted) => currencies.some((one) => one.flag === wanted)) ??
    currencies[0]?.flag ??
    "";
  const currency = currencies.find((one) => one.flag === flag);
  const networks = currency?.networks ?? [];
  const network =
    (
      networks.find((one) => one.network === text.network) ??
      (networks.length === 1 ? networks[0] : undefined)
    )?.network ?? "";
  const scale = scales.find((one) => one.flag === flag)?.scale ?? 8;
  const way = wayOut(currency, network, scale);
  const available = wallet ? balanceOf(wallet.balances, flag) : undefined;
  const free = available === undefined || available.unread ? null : available.balance_str;

  const reading = readAddress(text.address);
  const all = [...new Set(currencies.flatMap((one) => one.networks.map((each) => each.network)))];
  const fault = words.addressProblem(
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
  const saidOf = (place: string) => (refused?.place === place ? i18n._(refused.text) : undefined);
  const shows = (field: Told, isTyped: boolean) =>
    told.has(field) && (isTyped || told.has("amount"));
  const saved = book?.list.find(
    (one) => one.network === network && one.address === address && one.memo === memo,
  );

  function tell(...fields: Told[]) {
    setTold(new Set([...told, ...fields]));
  }

  /** What is pasted may bring its memo along, and says by itself which network it is of where only one fits. */
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
      ...(network === "" && fits.length === 1 && { network: fits[0] ?? "" }),
    });
    if (understood.ok === false && typed.trim() !== "") tell("address");
  }

  function review(event: SyntheticEvent) {
    event.preventDefault();
    if (!request || summary?.problem) {
      setTold(new Set(["address", "memo", "amount"]));
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
        <Select
          label={t`Currency`}
          value={flag}
          options={currencies.map((one) => ({
            value: one.flag,
            label: one.name === "" ? one.flag : `${one.flag} · ${one.name}`,
          }))}
          onValue={(next) => change({ flag: next, network: "", amount: "" })}
        />
        <Select
          label={t`Network`}
          value={network}
          placeholder={t`Choose the network of the address`}
          hint={t`It has to be the one that the receiver's address belongs to.`}
          problem={told.has("amount") && nothingChosen ? t`Choose a network.` : saidOf("network")}
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
          onLeave={() => text.address.trim() !== "" && tell("address")}
          problem={
            nothingChosen && text.address === ""
              ? undefined
              : shows("address", text.address.trim() !== "") && !(nothingChosen && reading.ok)
                ? (fault ?? saidOf("address"))
                : saidOf("address")
          }
          address={nothingChosen ? undefined : address}
          network={network}
          known={
            quote &&
            (saved
              ? { ...words.known(quote), text: `${saved.label} · ${words.known(quote).text}` }
              : words.known(quote))
          }
          onBook={() => setSheet("book")}
        />
        {memoRequired && (
          <Field
            label={t`Memo or tag`}
            name="memo"
            autoComplete="off"
            spellCheck={false}
            value={text.memo}
            hint={t`Copy it from where the address comes from.`}
            problem={(shows("memo", text.memo !== "") ? memoFault : undefined) ?? saidOf("memo")}
            onValue={(typed) => change({ memo: typed })}
            onBlur={() => text.memo !== "" && tell("memo")}
          />
        )}
        {way && summary && (
          <WithdrawAmount
            way={way}
            text={text.amount}
            summary={summary}
            available={free}
            hidden={hidden}
            quote={quote}
            problem={
              (summary.problem &&
              (summary.problem.kind === "missing"
                ? told.has("memo") && text.amount === ""
                : told.has("amount"))
                ? words.amountProblem(summary.problem, flag)
                : undefined) ?? saidOf("amount")
            }
            onText={(typed) => change({ flag, network, amount: typed })}
            onLeave={() => text.amount !== "" && tell("amount")}
          />
        )}
        {saidOf("form") !== undefined && (
          <Banner tone="warning" live>
            {saidOf("form")}
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
        onTaken={() => {
          clear();
          setTold(new Set());
        }}
        onSave={() => {
          setAsked(null);
          setSheet("save");
        }}
      />
      <AddressBookSheet
        open={sheet !== null}
        onClose={() => setSheet(null)}
        book={book}
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
