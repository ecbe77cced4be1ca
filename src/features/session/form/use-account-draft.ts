import { useAtom, useAtomValue, atom } from "jotai";
import { useEffect, useState } from "react";
import { countriesAtom } from "../../platform/platform-atoms.ts";
import type { AccountDraft } from "./account-input.ts";

/** The account whose password was just reset: the login form starts with it. */
export const forgotAccountAtom = atom<AccountDraft | null>(null);

const empty: AccountDraft = { way: "email", email: "", phone: "", phoneCode: "" };

/** An account draft that starts with the default country, or after a password reset with that account. */
export function useAccountDraft(): readonly [
  AccountDraft,
  (change: Partial<AccountDraft>) => void,
] {
  const countries = useAtomValue(countriesAtom);
  const [known, setKnown] = useAtom(forgotAccountAtom);
  const [draft, setDraft] = useState<AccountDraft>(known ?? empty);
  const phoneCode = draft.phoneCode || (countries[0]?.phone_code ?? "");

  // Used once: a later form starts empty.
  useEffect(() => setKnown(null), [setKnown]);

  return [{ ...draft, phoneCode }, (change) => setDraft((current) => ({ ...current, ...change }))];
}
