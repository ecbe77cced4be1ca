import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LoginProblem } from "./login-draft.ts";
import type { RegisterProblem } from "./register-form.ts";

/** A sentence for each way a log-in or registration form can be incomplete: what to do, not what is forbidden. */
export const problemTexts: Record<LoginProblem | RegisterProblem, MessageDescriptor> = {
  "email-missing": msg`Enter your e-mail address.`,
  "email-malformed": msg`An e-mail address looks like name@example.com.`,
  "phone-missing": msg`Enter your phone number.`,
  "phone-malformed": msg`Enter the number with its country code, such as +1 202 555 0142.`,
  "password-missing": msg`Enter a password.`,
  "password-too-short": msg`Use at least 8 characters.`,
  "password-too-long": msg`A password has at most 128 characters.`,
  "password-common": msg`This password is among the first that are tried. Choose another.`,
  "password-is-account": msg`The password must not be the name of your account.`,
  "password-is-withdrawal": msg`This is your withdrawal password. Keep the two apart.`,
  "repeat-missing": msg`Enter the password once more.`,
  "repeat-differs": msg`The two passwords are not the same.`,
  "code-missing": msg`Enter the code that was sent to you.`,
  "code-malformed": msg`The code has 6 digits.`,
  "invite-missing": msg`An invitation code is needed to join.`,
  "invite-malformed": msg`An invitation code has letters and digits only.`,
  "not-agreed": msg`Read the agreement and tick this box to go on.`,
};
