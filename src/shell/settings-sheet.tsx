import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { saveData } from "../features/market/data-saver.ts";
import { useDataSaver } from "../features/market/use-data-saver.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Switch } from "../ui/switch.tsx";
import { palettes, type Look } from "./kept-look.ts";
import { LanguageChooser } from "./language-chooser.tsx";
import { changeLook, lookAtom } from "./look.ts";
import styles from "./settings-sheet.module.css";

/** Language by country, theme, the colours of up and down, and how many bytes to spend. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const look = useAtomValue(lookAtom);
  const saver = useDataSaver();
  const paletteNames: Record<Look["palette"], string> = {
    auto: t`As usual in this language`,
    "green-up": t`Green up, red down`,
    "red-up": t`Red up, green down`,
    cb: t`Violet up, amber down (colour-blind safe)`,
  };

  return (
    <Sheet open={open} onClose={onClose} title={t`Language and appearance`} closeLabel={t`Close`}>
      <div className={styles.groups}>
        <LanguageChooser />
        <div className={styles.group}>
          <span className={styles.label}>{t`Theme`}</span>
          <Segmented
            label={t`Theme`}
            value={look.theme}
            options={[
              { value: "system", label: t`System` },
              { value: "light", label: t`Light` },
              { value: "dark", label: t`Dark` },
            ]}
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
        <Switch
          label={t`Save data`}
          hint={t`Prices come every 5 to 8 seconds instead of every second, and lists go without their small charts.`}
          checked={saver}
          onChecked={saveData}
        />
      </div>
    </Sheet>
  );
}
