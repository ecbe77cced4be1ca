import { useState } from "react";
import { trimZeros } from "#protocol/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { useKeptDraft } from "../platform/use-kept-draft.ts";
import { keepStake, readStake } from "./kept-stake.ts";
import type { SecondsWish } from "./seconds-wish-atom.ts";
import type { StakeDraft } from "./stake-form.ts";

const shelf = { read: readStake, keep: keepStake };

/** The ticket as typed, in the person's own notation. */
export interface StakeText {
  time: number | null;
  stake: string;
}

/** What is typed for a market; it survives a reload. */
export function useStakeDraft(symbol: string, locale: string) {
  const [text, setText] = useState<StakeText>({ time: null, stake: "" });
  const parsed = parseNumber(text.stake, locale);
  const stake = parsed.ok ? parsed.value : null;
  const { time } = text;
  const [held, setHeld] = useState({ symbol, locale });
  if (held.symbol !== symbol) {
    setHeld({ symbol, locale });
    setText((current) => ({ ...current, stake: "" }));
  } else if (held.locale !== locale) {
    // What "1,234" says depends on the language: in another one the same number is written anew.
    setHeld({ symbol, locale });
    setText((current) => ({
      ...current,
      stake: rewriteNumber(current.stake, held.locale, locale),
    }));
  }

  const draft: StakeDraft = { time, stake };
  const { touched } = useKeptDraft({
    shelf,
    of: symbol,
    draft,
    restore: (kept) =>
      setText((current) => ({
        time: kept.time ?? current.time,
        stake: kept.stake === null ? "" : toInputText(kept.stake, locale),
      })),
  });

  function change(changed: Partial<StakeText>) {
    touched();
    setText((current) => ({ ...current, ...changed }));
  }

  return {
    text,
    draft,
    change,
    /** What another part of the page wishes for takes the place of what is typed. */
    take: (wished: SecondsWish) =>
      change({ time: wished.time, stake: toInputText(trimZeros(wished.amount), locale) }),
    clear: () => change({ stake: "" }),
  };
}
