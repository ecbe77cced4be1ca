import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { formatRate } from "../../../lib/format.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { farPercents, orderSettingsAtom, sharePercents } from "./order-settings-atom.ts";
import styles from "./order-settings-sheet.module.css";

/** How careful a person wants to be with orders. */
export function OrderSettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [settings, change] = useAtom(orderSettingsAtom);
  const percent = (value: string) => formatRate(value, i18n.locale);
  return (
    <Sheet open={open} onClose={onClose} title={t`Order settings`} closeLabel={t`Close`}>
      <div className={styles.groups}>
        <Switch
          label={t`Confirm every order`}
          hint={t`Shows an order once more before it is sent. Without it one tap sends, unless there is a warning.`}
          checked={settings.confirm}
          onChecked={(confirm) => change({ confirm })}
        />
        <Select
          label={t`Warn when a price is far from the market`}
          value={settings.farPercent}
          options={farPercents.map((value) => ({
            value,
            label: value === "off" ? t`Never` : t`From ${percent(value)} on`,
          }))}
          onValue={(farPercent) => change({ farPercent })}
        />
        <Select
          label={t`Warn when an order is a large share of the account`}
          value={settings.sharePercent}
          options={sharePercents.map((value) => ({
            value,
            label: value === "off" ? t`Never` : t`From ${percent(value)} on`,
          }))}
          onValue={(sharePercent) => change({ sharePercent })}
        />
      </div>
    </Sheet>
  );
}
