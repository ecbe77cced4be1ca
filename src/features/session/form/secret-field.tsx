import { useLingui } from "@lingui/react/macro";
import { PasswordField, type PasswordFieldProps } from "../../../ui/fields/password-field.tsx";

/** A password field in this app's words. */
export function SecretField(props: Omit<PasswordFieldProps, "showLabel" | "hideLabel">) {
  const { t } = useLingui();
  return <PasswordField {...props} showLabel={t`Show password`} hideLabel={t`Hide password`} />;
}
