import { useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/wire/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../../lib/parse-number.ts";
import { usePersistedDraft, type DraftStore } from "../../platform/forms/use-persisted-draft.ts";
import { stored } from "../../../storage/stored.ts";

const name = v.nullable(v.pipe(v.string(), v.maxLength(24)));
const schema = v.object({ flag: name, network: name, amount: v.nullable(priceText) });
const drafts = stored("draft:recharge", schema);

const draftStore: DraftStore<"recharge", v.InferOutput<typeof schema>> = {
  read: () => drafts.read(),
  keep: (_, { flag, network, amount }) =>
    flag === null && network === null && amount === null
      ? drafts.remove()
      : drafts.write({ flag, network, amount }),
};

interface RechargeInput {
  flag: string | null;
  network: string | null;
  /** As typed, in the notation of the language. */
  amount: string;
}

/** The input of a recharge. It survives a reload, except the image. */
export function useRechargeDraft(locale: string) {
  const [text, setText] = useState<RechargeInput>({ flag: null, network: null, amount: "" });
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
  const { touched } = usePersistedDraft({
    store: draftStore,
    of: "recharge",
    draft: { ...text, amount: parsed.ok ? parsed.value : null },
    restore: (found) =>
      setText({
        ...found,
        amount: found.amount === null ? "" : toInputText(found.amount, locale),
      }),
  });

  return {
    text,
    change: (change: Partial<RechargeInput>) => {
      touched();
      setText((current) => ({ ...current, ...change }));
    },
    /** Empties the amount that was asked for, unless another was typed meanwhile. */
    used: (amount: string) => {
      touched();
      setText((current) => (current.amount === amount ? { ...current, amount: "" } : current));
    },
  };
}
