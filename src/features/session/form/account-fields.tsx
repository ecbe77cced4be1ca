import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { Country } from "#protocol/api/platform.ts";
import type { LoginType } from "#protocol/api/session.ts";
import { Field } from "../../../ui/fields/field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { countriesAtom, platformAtom } from "../../platform/platform-atoms.ts";
import type { AccountDraft } from "./account-input.ts";
import styles from "./session-form.module.css";

export interface AccountFieldsProps {
  draft: AccountDraft;
  onDraft: (change: Partial<AccountDraft>) => void;
  problem: string | undefined;
  onLeave: (value: string) => void;
  /** `username` where one logs in, `email` where one joins. */
  emailAutoComplete: "username" | "email";
}

/** Who: by e-mail address, or by phone number with its country. */
export function AccountFields({
  draft,
  onDraft,
  problem,
  onLeave,
  emailAutoComplete,
}: AccountFieldsProps) {
  const { t, i18n } = useLingui();
  const countries = useAtomValue(countriesAtom).filter((country) => country.phone_code !== "");
  const offered = useAtomValue(platformAtom)?.base.reg;
  const names = new Intl.DisplayNames(i18n.locale, { type: "region" });
  const ways: { value: LoginType; label: string }[] = [
    { value: "email", label: t`E-mail` },
    { value: "phone", label: t`Phone` },
  ];
  const shown = ways.filter((way) => way.value === draft.way || offered?.[way.value] !== 0);

  return (
    <>
      {shown.length > 1 && (
        <Segmented
          label={t`Account by`}
          value={draft.way}
          options={shown}
          onValue={(way) => onDraft({ way })}
        />
      )}
      {draft.way === "email" ? (
        <Field
          label={t`E-mail address`}
          type="email"
          inputMode="email"
          name="email"
          autoComplete={emailAutoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          value={draft.email}
          problem={problem}
          onValue={(email) => onDraft({ email })}
          onBlur={() => onLeave(draft.email)}
        />
      ) : (
        <div className={styles.phone}>
          {countries.length > 0 && (
            <Select
              label={t`Country`}
              autoComplete="tel-country-code"
              value={
                countries.find((country) => country.phone_code === draft.phoneCode)?.title ?? ""
              }
              placeholder={t`Choose`}
              options={countries.map((country) => ({
                value: country.title,
                label: `+${country.phone_code} ${nameOf(country, names)}`,
              }))}
              onValue={(title) =>
                onDraft({
                  phoneCode: countries.find((country) => country.title === title)?.phone_code ?? "",
                })
              }
            />
          )}
          <Field
            label={t`Phone number`}
            type="tel"
            inputMode="tel"
            name="tel"
            autoComplete={countries.length > 0 ? "tel-national" : "tel"}
            value={draft.phone}
            problem={problem}
            onValue={(phone) => onDraft({ phone })}
            onBlur={() => onLeave(draft.phone)}
          />
        </div>
      )}
    </>
  );
}

function nameOf(country: Country, names: Intl.DisplayNames): string {
  try {
    return names.of(country.title) ?? country.title;
  } catch {
    return country.name || country.title;
  }
}
