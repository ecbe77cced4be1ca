import { useLayoutEffect, useState } from "react";
import { Segmented } from "../ui/fields/segmented.tsx";
import { ActionsSection } from "./actions-section.tsx";
import { ChartSection } from "./chart-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { FormsSection } from "./fields-section.tsx";
import { IconsSection } from "./icons-section.tsx";
import { LayersSection } from "./layers-section.tsx";
import { ListsSection } from "./lists-section.tsx";
import { SecretsSection } from "./secrets-section.tsx";
import { StatesSection } from "./states-section.tsx";
import styles from "./gallery-page.module.css";

const THEMES = ["system", "light", "dark"] as const;
const UPDOWNS = ["green-up", "red-up", "cb"] as const;
const WIDTHS = ["480", "390", "320"] as const;
const LOCALES = ["en-US", "fr-FR", "zh-CN"] as const;

/** Every part in every state, on one page, in any theme, palette, language and width. */
export function GalleryPage() {
  const query = new URLSearchParams(location.search);
  const [theme, setTheme] = useState(pick(query.get("theme"), THEMES));
  const [updown, setUpdown] = useState(pick(query.get("updown"), UPDOWNS));
  const [width, setWidth] = useState(pick(query.get("width"), WIDTHS));
  const [locale, setLocale] = useState(pick(query.get("locale"), LOCALES));

  useLayoutEffect(() => {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.updown = updown;
    root.lang = locale;
  }, [theme, updown, locale]);

  return (
    <main className={styles.page} data-width={width}>
      <header className={styles.head}>
        <h1 className={styles.title}>Godwit parts</h1>
        <Segmented
          size="small"
          label="Theme"
          value={theme}
          onValue={setTheme}
          options={choices(THEMES)}
        />
        <Segmented
          size="small"
          label="Up and down"
          value={updown}
          onValue={setUpdown}
          options={choices(UPDOWNS)}
        />
        <Segmented
          size="small"
          label="Language"
          value={locale}
          onValue={setLocale}
          options={choices(LOCALES)}
        />
        <Segmented
          size="small"
          label="Width"
          value={width}
          onValue={setWidth}
          options={choices(WIDTHS)}
        />
      </header>
      <ListsSection locale={locale} />
      <FiguresSection locale={locale} />
      <ChartSection locale={locale} />
      <ActionsSection />
      <FormsSection locale={locale} />
      <SecretsSection />
      <StatesSection />
      <LayersSection />
      <IconsSection />
    </main>
  );
}

function choices<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value }));
}

function pick<Value extends string>(
  wanted: string | null,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === wanted) ?? values[0];
}
