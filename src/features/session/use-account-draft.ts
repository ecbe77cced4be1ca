import { useAtom, useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { countriesAtom } from "../platform/platform-atoms.ts";
import type { AccountDraft } from "./account-text.ts";
import { forgotAccountAtom } from "./forgot-account.ts";

const empty: AccountDraft = { way: "email", email: "", phone: "", phoneCode: "" };

/** An account draft that starts with the country of the interface's default, after a forgotten password with its account. */
export function useAccountDraft(): readonly [
  AccountDraft,
  (change: Partial<AccountDraft>) => void,
] {
  const countries = useAtomValue(countriesAtom);
  const [known, setKnown] = useAtom(forgotAccountAtom);
  const [draft, setDraft] = useState<AccountDraft>(known ?? empty);
  const phoneCode = draft.phoneCode || (countries[0]?.phone_code ?? "");

  // Told once: whoever comes to a form later begins anew.
  useEffect(() => setKnown(null), [setKnown]);

  return [{ ...draft, phoneCode }, (change) => setDraft((current) => ({ ...current, ...change }))];
}
