import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { type KeyboardEvent, useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import {
  type Command,
  commandNames,
  commands,
  keyMapAtom,
  mayBeKey,
  parseKeyMap,
  withKey,
} from "./key-map.ts";
import styles from "./keys.module.css";

/** As they stand on keyboards of every language. */
const searchKeys = { most: "Ctrl K", mac: "⌘ K" };
const closeKey = "Esc";

/** Which key does what, and how to give it another one. */
export function KeysSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [map, setMap] = useAtom(keyMapAtom);
  const [changing, setChanging] = useState<Command | null>(null);
  const [said, setSaid] = useState("");

  function take(event: KeyboardEvent, name: Command) {
    if (changing !== name || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    event.stopPropagation();
    setChanging(null);
    if (event.key === "Escape") return;
    if (!mayBeKey(event.key)) {
      setSaid(t`One letter or sign; digits choose the period of the chart.`);
      return;
    }
    setMap(withKey(map, name, event.key));
    setSaid("");
  }

  return (
    <Sheet open={open} onClose={onClose} title={t`Keys`} closeLabel={t`Close`}>
      <div className={styles.keys}>
        <Switch
          label={t`Keys are on`}
          checked={!map.isOff}
          onChecked={(isOn) => setMap({ ...map, isOff: !isOn })}
        />
        <table className={styles.table} aria-label={t`Keys`}>
          <tbody>
            {commandNames.map((name) => (
              <tr key={name}>
                <th scope="row">{i18n._(commands[name].label)}</th>
                <td>
                  <button
                    type="button"
                    className={styles.key}
                    aria-label={
                      changing === name ? t`Press the new key` : t`Key ${map.keys[name]}: change it`
                    }
                    aria-pressed={changing === name}
                    onClick={() => setChanging(changing === name ? null : name)}
                    onKeyDown={(event) => take(event, name)}
                    onBlur={() => setChanging(null)}
                  >
                    {changing === name ? "…" : map.keys[name].toUpperCase()}
                  </button>
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">
                <Trans>The same search, from anywhere</Trans>
              </th>
              <td>
                <kbd>{searchKeys.most}</kbd> <kbd>{searchKeys.mac}</kbd>
              </td>
            </tr>
            <tr>
              <th scope="row">
                <Trans>Period of the chart, from one minute to a week and more</Trans>
              </th>
              <td>
                <kbd>1</kbd>–<kbd>9</kbd>
              </td>
            </tr>
            <tr>
              <th scope="row">
                <Trans>Close what is open</Trans>
              </th>
              <td>
                <kbd>{closeKey}</kbd>
              </td>
            </tr>
          </tbody>
        </table>
        <p role="status" className={styles.note}>
          {said}
        </p>
        <Button
          look="quiet"
          size="small"
          onClick={() => setMap({ ...parseKeyMap(null), isOff: map.isOff })}
        >{t`All keys as they came`}</Button>
        <p className={styles.note}>
          <Trans>No key does anything while you type.</Trans>
        </p>
      </div>
    </Sheet>
  );
}
