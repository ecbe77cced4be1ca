import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { forgetWithdrawDraft, keepWithdrawDraft, readBankDraft, readCoinDraft } from "./withdraw-drafts.ts";

const writeDelayMs = 400;

/** What is typed for a withdrawal, the amount as typed; the unused fields of a kind stay empty. */
export interface WithdrawText {
  flag: string;
  network: string;
  address: string;
  memo: string;
  bankId: string;
  amount: string;
}

const emptyText: WithdrawText = { flag: "", network: "", address: "", memo: "", bankId: "", amount: "" };

/** The form of one kind as typed; it survives a reload, and no password is part of it. */
export function useWithdrawDraft(kind: "coin" | "bank", locale: string) {
  const [text, setText] = useState(emptyText);
  const touched = useRef(false);
  // What "1,234" says depends on the language: in another one the same number is written anew.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) => ({ ...current, amount: rewriteNumber(current.amount, heldLocale, locale) }));
  }

  const restore = useEffectEvent((kept: Partial<Omit<WithdrawText, "amount">> & { amount: string | null }) =>
    setText((current) => ({ ...current, ...kept, amount: kept.amount === null ? "" : toInputText(kept.amount, locale) })));
  useEffect(() => {
    let current = true;
    void (kind === "coin" ? readCoinDraft() : readBankDraft()).then((kept) => {
      if (current && !touched.current && kept) restore(kept);
    });
    return () => {
      current = false;
    };
  }, [kind]);

  const { flag, network, address, memo, bankId } = text;
  const parsed = parseNumber(text.amount, locale);
  const amount = parsed.ok ? parsed.value : null;
  useEffect(() => {
    if (!touched.current) return;
    // What was taken is not kept again.
    const write = () => touched.current && void (kind === "coin" ? keepWithdrawDraft("coin", { flag, network, address, memo, amount }) : keepWithdrawDraft("bank", { flag, bankId, amount }));
    const timer = setTimeout(write, writeDelayMs);
    // Whoever leaves at once has typed it all the same.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
      write();
    };
  }, [kind, flag, network, address, memo, bankId, amount]);

  return {
    text,
    change: (changed: Partial<WithdrawText>) => {
      touched.current = true;
      setText((current) => ({ ...current, ...changed }));
    },
    /** Taken by the venue: what it was for may go. */
    clear: () => {
      touched.current = false;
      setText((current) => ({ ...current, amount: "", address: "", memo: "" }));
      void forgetWithdrawDraft(kind);
    },
  };
}
