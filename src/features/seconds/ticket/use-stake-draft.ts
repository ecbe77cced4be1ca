import { atom } from "jotai";
import { useState } from "react";
import * as v from "valibot";
import { priceText, trimZeros } from "#protocol/wire/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../../lib/parse-number.ts";
import { stored } from "../../../storage/stored.ts";
import { usePersistedDraft } from "../../platform/forms/use-persisted-draft.ts";
import type { StakeDraft } from "./stake-form.ts";

const draftStore = { read: readStake, keep: storeStake };

/** The ticket as typed, in the notation of the language. */
export interface StakeInput {
  time: number | null;
  stake: string;
}

/** The input for a market; it survives a reload. */
export function useStakeDraft(symbol: string, locale: string) {
  const [text, setText] = useState<StakeInput>({ time: null, stake: "" });
  const parsed = parseNumber(text.stake, locale);
  const stake = parsed.ok ? parsed.value : null;
  const { time } = text;
  const [typedFor, setTypedFor] = useState({ symbol, locale });
  if (typedFor.symbol !== symbol) {
    setTypedFor({ symbol, locale });
    setText((current) => ({ ...current, stake: "" }));
  } else if (typedFor.locale !== locale) {
    // "1,234" means different numbers in different languages, so a change of language rewrites the number.
    setTypedFor({ symbol, locale });
    setText((current) => ({
      ...current,
      stake: rewriteNumber(current.stake, typedFor.locale, locale),
    }));
  }

  const draft: StakeDraft = { time, stake };
  const { touched } = usePersistedDraft({
    store: draftStore,
    of: symbol,
    draft,
    restore: (found) =>
      setText((current) => ({
        time: found.time ?? current.time,
        stake: found.stake === null ? "" : toInputText(found.stake, locale),
      })),
  });

  function change(changed: Partial<StakeInput>) {
    touched();
    setText((current) => ({ ...current, ...changed }));
  }

  return {
    text,
    draft,
    change,
    /** Replaces the input by a prefill from another part of the page. */
    take: (prefill: SecondsPrefill) =>
      change({ time: prefill.time, stake: toInputText(trimZeros(prefill.amount), locale) }),
    clear: () => change({ stake: "" }),
  };
}

const drafts = stored(
  "draft:second:{symbol}",
  v.object({
    time: v.nullable(v.pipe(v.number(), v.safeInteger())),
    /** Any number that was typed, also one outside the limits: it is checked when it is read. */
    stake: v.nullable(priceText),
  }),
);

/** Stores the input for a market as a plain decimal, so that it is the same number in any language. */
async function storeStake(symbol: string, { time, stake }: StakeDraft): Promise<void> {
  if (time === null && stake === null) await drafts.remove(symbol);
  else await drafts.write({ time, stake }, symbol);
}

function readStake(symbol: string): Promise<StakeDraft | undefined> {
  return drafts.read(symbol);
}

/** A contract for the ticket, used when its market is on screen. */
interface SecondsPrefill {
  symbol: string;
  time: number;
  /** The stake, a plain decimal. */
  amount: string;
}

export const secondsPrefillAtom = atom<SecondsPrefill | null>(null);
