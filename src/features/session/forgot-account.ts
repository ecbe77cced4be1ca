import { atom } from "jotai";
import type { AccountDraft } from "./account-text.ts";

/** The account whose password was just set anew: the log-in after it begins with it. */
export const forgotAccountAtom = atom<AccountDraft | null>(null);
