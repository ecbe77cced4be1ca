import { useState } from "react";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { useKeptDraft, type DraftShelf } from "../platform/use-kept-draft.ts";
import {
  type BankDraft,
  type CoinDraft,
  forgetWithdrawDraft,
  keepWithdrawDraft,
  readBankDraft,
  readCoinDraft,
} from "./withdraw-drafts.ts";

/** What is typed for a withdrawal, the amount as typed; the unused fields of a kind stay empty. */
export interface WithdrawText {
  flag: string;
  network: string;
  address: string;
  memo: string;
  bankId: string;
  amount: string;
}

const shelf: DraftShelf<"coin" | "bank", CoinDraft & BankDraft, CoinDraft | BankDraft> = {
  read: (kind) => (kind === "coin" ? readCoinDraft() : readBankDraft()),
  keep: (kind, { flag, network, address, memo, bankId, amount }) =>
    kind === "coin"
      ? keepWithdrawDraft("coin", { flag, network, address, memo, amount })
      : keepWithdrawDraft("bank", { flag, bankId, amount }),
};

const emptyText: WithdrawText = {
  flag: "",
  network: "",
  address: "",
  memo: "",
  bankId: "",
  amount: "",
};

/** The form of one kind as typed; it survives a reload, and no password is part of it. */
export function useWithdrawDraft(kind: "coin" | "bank", locale: string) {
  const [text, setText] = useState(emptyText);
  // What "1,234" says depends on the language: in another one the same number is written anew.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) => ({
      ...current,
      amount: rewriteNumber(current.amount, heldLocale, locale),
    }));
  }

  const parsed = parseNumber(text.amount, locale);
  const { touched, taken } = useKeptDraft({
    shelf,
    of: kind,
    draft: { ...text, amount: parsed.ok ? parsed.value : null },
    restore: (kept) =>
      setText((current) => ({
        ...current,
        ...kept,
        amount: kept.amount === null ? "" : toInputText(kept.amount, locale),
      })),
  });

  return {
    text,
    change: (changed: Partial<WithdrawText>) => {
      touched();
      setText((current) => ({ ...current, ...changed }));
    },
    /** Taken by the venue: what it was for may go. */
    clear: () => {
      taken();
      setText((current) => ({ ...current, amount: "", address: "", memo: "" }));
      void forgetWithdrawDraft(kind);
    },
  };
}
