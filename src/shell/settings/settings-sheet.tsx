import { useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { saveData, useDataSaver } from "../../features/market/feed/data-saver.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { hapticsAtom, hasHaptics } from "../../features/platform/haptics.ts";
import { palettes, type Appearance } from "./persisted-appearance.ts";
import { LanguageChooser } from "./language-chooser.tsx";
import { changeAppearance, appearanceAtom } from "./appearance.ts";
import styles from "./settings-sheet.module.css";

/** Language by country, theme, the colours of up and down, the side of the order form, haptics, and how many bytes to spend. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const look = useAtomValue(appearanceAtom);
  const saver = useDataSaver();
  const paletteNames: Record<Appearance["palette"], string> = {
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
            onValue={(theme) => changeAppearance({ theme })}
          />
        </div>
        <Select
          label={t`Colours of up and down`}
          hint={t`A sign or an arrow always says it, too.`}
          value={look.palette}
          options={palettes.map((palette) => ({ value: palette, label: paletteNames[palette] }))}
          onValue={(palette) => changeAppearance({ palette })}
        />
        <Switch
          label={t`Order form on the right`}
          hint={t`On the trade screens the form and its button change sides with the order book, for the other hand.`}
          checked={look.ticketSide === "right"}
          onChecked={(right) => changeAppearance({ ticketSide: right ? "right" : "left" })}
        />
        <Haptics />
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

/** Offered where the device can do it. */
function Haptics() {
  const { t } = useLingui();
  const [on, setOn] = useAtom(hapticsAtom);
  if (!hasHaptics()) return null;
  return (
    <Switch
      label={t`Vibration`}
      hint={t`A short one when an order is sent, two when it fills, a long one when the venue refuses it.`}
      checked={on}
      onChecked={setOn}
    />
  );
}
