import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useRef, useState, type SyntheticEvent } from "react";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import { parseNumber } from "../../../../lib/parse-number.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { currenciesAtom } from "../../../platform/platform-atoms.ts";
import { BankCardAdd } from "../bank-card/bank-card-add.tsx";
import { BankCardList } from "../bank-card/bank-card-list.tsx";
import type { WithdrawGate } from "./withdrawal-gate.tsx";
import { useWallet } from "../../assets/use-wallet.ts";
import type { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawDraft } from "./use-withdraw-draft.ts";
import { useWithdrawQuote } from "./use-withdraw-quote.ts";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { CurrencyField } from "../../assets/currency-field.tsx";
import { balanceOf } from "../../assets/wallet-atoms.ts";
import { WithdrawAmount } from "./withdraw-amount.tsx";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import { judgeAmount, wayOut } from "../withdraw-ways.ts";
import { bankCardsQuery, type QuoteRequest } from "../withdrawal-queries.ts";
import { WithdrawalSheet } from "./withdrawal-sheet.tsx";
import styles from "../withdraw.module.css";

/** The venue may decide a card under review by itself within seconds. */
const pendingPollMs = 5000;

export interface WithdrawBankFormProps {
  currencies: readonly WithdrawalCurrency[];
  linked: string | undefined;
  gate: WithdrawGate;
  withdrawal: ReturnType<typeof useWithdrawal>;
}

/** The form of a withdrawal to a bank card: card, amount and rate. */
export function WithdrawBankForm({ currencies, linked, gate, withdrawal }: WithdrawBankFormProps) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const form = useRef<HTMLFormElement>(null);
  const { text, change, clear } = useWithdrawDraft("bank", i18n.locale);
  const { wallet } = useWallet();
  const scales = useAtomValue(currenciesAtom);
  const cards = useQuery({
    ...bankCardsQuery(),
    refetchInterval: ({ state }) =>
      state.data?.some((card) => card.status === 0) ? pendingPollMs : false,
  });
  const [showsProblems, setShowsProblems] = useState(false);
  const [left, setLeft] = useState(false);
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<QuoteRequest | null>(null);

  const flag =
    [text.flag, linked, "USDT"].find((wanted) => currencies.some((one) => one.flag === wanted)) ??
    currencies[0]?.flag ??
    "";
  const currency = currencies.find((one) => one.flag === flag);
  const way = wayOut(currency, null, scales.find((one) => one.flag === flag)?.scale ?? 8);
  const available = wallet ? balanceOf(wallet.balances, flag) : undefined;
  const free = available === undefined || available.unread ? null : available.balance_str;
  const usable = cards.data?.filter((card) => card.status === 1) ?? [];
  const card =
    usable.find(({ id }) => id === text.bankId) ??
    usable.find((one) => one.is_default === 1) ??
    usable[0];
  const parsed = parseNumber(text.amount, i18n.locale, way ? { maxDecimals: way.precision } : {});
  const amount = parsed.ok ? parsed.value : null;
  const summary = way && judgeAmount(way, amount, { available: free, dayLeft: null });
  const request: QuoteRequest | undefined =
    card && amount !== null && summary?.problem === undefined
      ? { flag, amount, bank_id: card.id }
      : undefined;
  const { quote, refusal } = useWithdrawQuote(
    gate.gates && gate.reason === undefined ? request : undefined,
  );
  const refused =
    refusal && refusal.status !== null
      ? withdrawRefusal(refusal.status, refusal.data, i18n.locale)
      : undefined;
  const refusalMessage = refused && i18n._(refused.text);

  function review(event: SyntheticEvent) {
    event.preventDefault();
    if (!request) {
      setShowsProblems(true);
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
      return;
    }
    setAsked(request);
  }

  const problem = summary?.problem;
  const noCard =
    cards.data === undefined
      ? undefined
      : usable.length > 0
        ? undefined
        : cards.data.length > 0
          ? t`No card may be used yet.`
          : t`Add a bank card first.`;
  return (
    <>
      {!cards.data &&
        (cards.error ? (
          <ErrorState
            compact
            title={t`Your cards did not arrive`}
            retryLabel={t`Try again`}
            onRetry={() => void cards.refetch()}
            busy={cards.isFetching}
          />
        ) : (
          <SkeletonRows count={2} lead={false} />
        ))}
      {cards.data && (
        <BankCardList
          cards={cards.data}
          chosen={card?.id ?? ""}
          onChoose={(bankId) => change({ flag, bankId })}
          onAdd={() => setAdding(true)}
          stop={gate.reason}
        />
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={review}
        aria-label={t`Withdrawal`}
      >
        {currencies.length > 1 && (
          <CurrencyField
            currencies={currencies}
            value={flag}
            onValue={(next) => change({ flag: next, amount: "" })}
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
              (problem &&
              (problem.kind === "missing"
                ? showsProblems && text.amount === ""
                : showsProblems || left)
                ? messages.amountProblem(problem, flag)
                : undefined) ?? (refused?.place === "amount" ? refusalMessage : undefined)
            }
            onText={(typed) => change({ flag, amount: typed })}
            onLeave={() => setLeft(text.amount !== "")}
          />
        )}
        {refusalMessage !== undefined && refused?.place !== "amount" && (
          <Banner tone="warning" live>
            {refusalMessage}
          </Banner>
        )}
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          disabledReason={gate.reason ?? noCard}
        >{t`Review the withdrawal`}</Button>
      </form>
      <WithdrawalSheet
        request={asked}
        withdrawal={withdrawal}
        label={undefined}
        stop={gate.reason}
        onClose={() => setAsked(null)}
        onSave={() => undefined}
        onAccepted={() => {
          clear();
          setShowsProblems(false);
          setLeft(false);
        }}
      />
      <BankCardAdd open={adding} stop={gate.reason} onClose={() => setAdding(false)} />
    </>
  );
}
