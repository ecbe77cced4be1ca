import { useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { useKeptDraft, type DraftShelf } from "../platform/use-kept-draft.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";

const key = "draft:recharge";
const name = v.nullable(v.pipe(v.string(), v.maxLength(24)));
const schema = v.object({ flag: name, network: name, amount: v.nullable(priceText) });

const shelf: DraftShelf<"recharge", v.InferOutput<typeof schema>> = {
  async read() {
    const kept = v.safeParse(schema, await readKept(key));
    return kept.success ? kept.output : undefined;
  },
  keep: (_, { flag, network, amount }) =>
    flag === null && network === null && amount === null
      ? forget(key)
      : keep(key, { flag, network, amount }),
};

interface RechargeText {
  flag: string | null;
  network: string | null;
  /** As typed. */
  amount: string;
}

/** What is chosen and typed for a recharge; survives a reload, the picture does not. */
export function useRechargeDraft(locale: string) {
  const [text, setText] = useState<RechargeText>({ flag: null, network: null, amount: "" });
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
  const { touched } = useKeptDraft({
    shelf,
    of: "recharge",
    draft: { ...text, amount: parsed.ok ? parsed.value : null },
    restore: (kept) =>
      setText({ ...kept, amount: kept.amount === null ? "" : toInputText(kept.amount, locale) }),
  });

  return {
    text,
    change: (change: Partial<RechargeText>) => {
      touched();
      setText((current) => ({ ...current, ...change }));
    },
  };
}
