import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useId, useState } from "react";
import type { Country } from "#protocol/api/platform.ts";
import { countriesAtom } from "../../features/platform/platform-atoms.ts";
import { chooseLocale } from "../../i18n/activate.ts";
import { type Locale, localeNames, localeOf, locales, regionName } from "../../i18n/locales.ts";
import { Spinner } from "../../ui/icons/spinner.tsx";
import { CheckIcon } from "../../ui/icons/status-icons.tsx";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";
import styles from "./language-chooser.module.css";

interface Choice {
  /** The country's code, or the language's where no country is known. */
  id: string;
  locale: Locale;
  country: Country | undefined;
}

/** The language by country, the default country first; every language while no country is known. */
export function LanguageChooser() {
  const { t, i18n } = useLingui();
  const countries = useAtomValue(countriesAtom);
  const name = useId();
  const [loading, setLoading] = useState<string | null>(null);
  const choices = choicesOf(countries);
  const shown = localeOf(i18n.locale);
  const current = choices.find((choice) => choice.locale === shown)?.id;

  async function choose({ id, locale }: Choice) {
    setLoading(id);
    try {
      await chooseLocale(locale);
    } catch {
      showToast(store, {
        type: "error",
        description: t`This language could not be loaded. Try again with a connection.`,
      });
    } finally {
      setLoading((latest) => (latest === id ? null : latest));
    }
  }

  return (
    <fieldset className={styles.choices} aria-busy={loading !== null}>
      <legend className={styles.legend}>{t`Language and region`}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={choice.id}
            checked={choice.id === (loading ?? current)}
            onChange={() => void choose(choice)}
          />
          {choice.country && <Flag code={choice.country.title} url={choice.country.iconurl} />}
          <span className={styles.words}>
            <span className={styles.language} lang={choice.locale}>
              {localeNames[choice.locale]}
            </span>
            {choice.country && (
              <span className={styles.region}>
                {regionName(choice.country.title, i18n.locale) ??
                  (choice.country.name || choice.country.title)}
              </span>
            )}
          </span>
          {choice.id === loading ? (
            <Spinner size={20} />
          ) : (
            choice.id === current && <CheckIcon size={20} />
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** A country named twice is offered once, at its first place. */
function choicesOf(countries: readonly Country[]): Choice[] {
  if (countries.length === 0)
    return locales.map((locale) => ({ id: locale, locale, country: undefined }));
  const byCode = new Map<string, Choice>();
  for (const country of countries) {
    if (!byCode.has(country.title))
      byCode.set(country.title, { id: country.title, locale: localeOf(country.code), country });
  }
  return [...byCode.values()];
}

/** A country's flag, as a picture beside its name; its code where the picture cannot be had. */
function Flag({ code, url }: { code: string; url: string }) {
  const [missing, setMissing] = useState<string | null>(null);
  if (url === "" || missing === url) {
    return (
      <span className={styles.flag} aria-hidden="true">
        {code.slice(0, 2).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className={styles.flag}
      src={url}
      alt=""
      width={30}
      height={20}
      decoding="async"
      onError={() => setMissing(url)}
    />
  );
}
