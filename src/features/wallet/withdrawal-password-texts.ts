import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { problemTexts } from "../session/problem-texts.ts";
import type { WithdrawalPasswordProblem } from "./withdrawal-password-form.ts";

/** A sentence for each way the form can be incomplete: what to do, not what is forbidden. */
export const withdrawalPasswordTexts: Record<WithdrawalPasswordProblem, MessageDescriptor> = {
  "code-missing": problemTexts["code-missing"],
  "code-malformed": problemTexts["code-malformed"],
  "login-missing": msg`Enter the password you log in with.`,
  "login-wrong": msg`This is not your login password.`,
  "digits-missing": msg`Enter your digits.`,
  "digits-malformed": msg`Use 6 to 12 digits.`,
  "digits-trivial": msg`Runs such as 123456 and repeats such as 121212 are tried first. Choose other digits.`,
  "digits-are-login": msg`This must not be your login password: whoever has one would have both.`,
  "digits-are-account": msg`These digits are part of your phone number. Choose others.`,
  "digits-same-as-old": msg`These are the old digits. Choose others.`,
  "digits-repeat-missing": msg`Enter the new digits once more.`,
  "digits-differ": msg`These are not the same digits. Enter them again, or go back and choose others.`,
};
