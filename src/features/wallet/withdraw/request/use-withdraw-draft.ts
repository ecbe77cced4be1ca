import { useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/wire/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../../../lib/parse-number.ts";
import { stored } from "../../../../storage/stored.ts";
import { type DraftStore, usePersistedDraft } from "../../../platform/forms/use-persisted-draft.ts";

/** The input of a withdrawal, as typed; fields that a kind does not use stay empty. */
interface WithdrawInput {
  flag: string;
  network: string;
  address: string;
  memo: string;
  bankId: string;
  amount: string;
}

const amount = v.fallback(v.nullable(priceText), null);
const coinDraft = v.object({
  flag: v.string(),
  network: v.string(),
  address: v.pipe(v.string(), v.maxLength(400)),
  memo: v.pipe(v.string(), v.maxLength(100)),
  amount,
});
const bankDraft = v.object({ flag: v.string(), bankId: v.string(), amount });

/** What was typed, the amount as a plain decimal (null where it is none). The password is no part of it. */
type CoinDraft = v.InferOutput<typeof coinDraft>;
type BankDraft = v.InferOutput<typeof bankDraft>;

const drafts = {
  coin: stored("draft:withdraw:coin", coinDraft),
  bank: stored("draft:withdraw:bank", bankDraft),
};

const draftStore: DraftStore<"coin" | "bank", CoinDraft & BankDraft, CoinDraft | BankDraft> = {
  read: (kind) => drafts[kind].read(),
  keep: (kind, { network, address, memo, bankId, ...draft }) =>
    kind === "coin"
      ? drafts.coin.write({ ...draft, network, address, memo })
      : drafts.bank.write({ ...draft, bankId }),
};

const emptyText: WithdrawInput = {
  flag: "",
  network: "",
  address: "",
  memo: "",
  bankId: "",
  amount: "",
};

/** The input of one kind of withdrawal. It survives a reload and contains no password. */
export function useWithdrawDraft(kind: "coin" | "bank", locale: string) {
  const [text, setText] = useState(emptyText);
  // "1,234" means different numbers in different languages, so a change of language rewrites the number.
  const [textLocale, setTextLocale] = useState(locale);
  if (textLocale !== locale) {
    setTextLocale(locale);
    setText((current) => ({
      ...current,
      amount: rewriteNumber(current.amount, textLocale, locale),
    }));
  }

  const parsed = parseNumber(text.amount, locale);
  const { touched, submitted } = usePersistedDraft({
    store: draftStore,
    of: kind,
    draft: { ...text, amount: parsed.ok ? parsed.value : null },
    restore: (found) =>
      setText((current) => ({
        ...current,
        ...found,
        amount: found.amount === null ? "" : toInputText(found.amount, locale),
      })),
  });

  return {
    text,
    change: (changed: Partial<WithdrawInput>) => {
      touched();
      setText((current) => ({ ...current, ...changed }));
    },
    /** Clears the input after the venue has accepted the withdrawal. */
    clear: () => {
      submitted();
      setText((current) => ({ ...current, amount: "", address: "", memo: "" }));
      void drafts[kind].remove();
    },
  };
}
