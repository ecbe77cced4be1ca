import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";

const key = "draft:recharge";
const writeDelayMs = 400;
const name = v.nullable(v.pipe(v.string(), v.maxLength(24)));
const schema = v.object({ flag: name, network: name, amount: v.nullable(priceText) });

interface RechargeText {
  flag: string | null;
  network: string | null;
  /** As typed. */
  amount: string;
}

/** What is chosen and typed for a recharge; survives a reload, the picture does not. */
export function useRechargeDraft(locale: string) {
  const [text, setText] = useState<RechargeText>({ flag: null, network: null, amount: "" });
  const touched = useRef(false);
  // What "1,234" says depends on the language: in another one the same number is written anew.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) => ({ ...current, amount: rewriteNumber(current.amount, heldLocale, locale) }));
  }

  const restore = useEffectEvent((kept: v.InferOutput<typeof schema>) => setText({ ...kept, amount: kept.amount === null ? "" : toInputText(kept.amount, locale) }));
  useEffect(() => {
    let current = true;
    void readKept(key).then((value) => {
      const kept = v.safeParse(schema, value);
      if (current && !touched.current && kept.success) restore(kept.output);
    });
    return () => {
      current = false;
    };
  }, []);

  const { flag, network } = text;
  const parsed = parseNumber(text.amount, locale);
  const amount = parsed.ok ? parsed.value : null;
  useEffect(() => {
    if (!touched.current) return;
    const write = () => void (flag === null && network === null && amount === null ? forget(key) : keep(key, { flag, network, amount }));
    const timer = setTimeout(write, writeDelayMs);
    // Whoever leaves at once has typed it all the same.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [flag, network, amount]);

  return {
    text,
    change: (change: Partial<RechargeText>) => {
      touched.current = true;
      setText((current) => ({ ...current, ...change }));
    },
  };
}
