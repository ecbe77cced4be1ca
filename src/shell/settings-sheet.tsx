import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { countriesAtom } from "../features/platform/platform-atoms.ts";
import { activateLocale, saveLocale } from "../i18n/activate.ts";
import { localeNames, localeOf, locales, type Locale } from "../i18n/locales.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { store } from "./app-context.ts";
import { palettes, type Look } from "./kept-look.ts";
import { applyLook, changeLook, lookAtom } from "./look.ts";
import { showToast } from "./toasts.ts";
import styles from "./settings-sheet.module.css";

/** Language by country, theme, and the colours of up and down. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const look = useAtomValue(lookAtom);
  const countries = useAtomValue(countriesAtom);
  const [loading, setLoading] = useState<Locale | null>(null);
  const offered = countries.length > 0 ? [...new Set(countries.map((country) => localeOf(country.code)))] : [...locales];

  async function choose(locale: Locale) {
    setLoading(locale);
    try {
      await activateLocale(locale);
      saveLocale(locale);
      applyLook();
    } catch {
      showToast(store, { type: "error", description: t`This language could not be loaded. Try again with a connection.` });
    } finally {
      setLoading(null);
    }
  }

  const paletteNames: Record<Look["palette"], string> = {
    auto: t`As usual in this language`,
    "green-up": t`Green up, red down`,
    "red-up": t`Red up, green down`,
    cb: t`Violet up, amber down (colour-blind safe)`,
  };

  return (
    <Sheet open={open} onClose={onClose} title={t`Language and appearance`} closeLabel={t`Close`}>
      <div className={styles.groups}>
        <Select
          label={t`Language`}
          value={loading ?? localeOf(i18n.locale)}
          options={offered.map((locale) => ({ value: locale, label: localeNames[locale] }))}
          onValue={(locale) => void choose(locale)}
        />
        <div className={styles.group}>
          <span className={styles.label}>{t`Theme`}</span>
          <Segmented
            label={t`Theme`}
            value={look.theme}
            options={[{ value: "system", label: t`System` }, { value: "light", label: t`Light` }, { value: "dark", label: t`Dark` }]}
            onValue={(theme) => changeLook({ theme })}
          />
        </div>
        <Select
          label={t`Colours of up and down`}
          hint={t`A sign or an arrow always says it, too.`}
          value={look.palette}
          options={palettes.map((palette) => ({ value: palette, label: paletteNames[palette] }))}
          onValue={(palette) => changeLook({ palette })}
        />
      </div>
    </Sheet>
  );
}
