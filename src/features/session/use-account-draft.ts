import { useAtomValue } from "jotai";
import { useState } from "react";
import { countriesAtom } from "../platform/platform-atoms.ts";
import type { AccountDraft } from "./account-text.ts";

/** An account draft that starts with the country of the interface's default. */
export function useAccountDraft(): readonly [AccountDraft, (change: Partial<AccountDraft>) => void] {
  const countries = useAtomValue(countriesAtom);
  const [draft, setDraft] = useState<AccountDraft>({ way: "email", email: "", phone: "", phoneCode: "" });
  const phoneCode = draft.phoneCode || (countries[0]?.phone_code ?? "");
  return [{ ...draft, phoneCode }, (change) => setDraft((current) => ({ ...current, ...change }))];
}
