import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { byteSize } from "../../lib/byte-size.ts";
import { formatRelative } from "../../lib/format.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import { chooseTravelSet, keepsTravelSet, readTravelSet } from "../travel-set/travel-set.ts";

/** The travel set in "Storage and offline": what it is for, what of it is here, and whether it is kept. */
export function TravelSetSwitch() {
  const { t, i18n } = useLingui();
  const [keeps, setKeeps] = useState(keepsTravelSet);
  const [openedAt] = useState(Date.now);
  const set = readTravelSet();
  const since = set && formatRelative(set.at, openedAt, i18n.locale);
  const size = byteSize(set?.bytes ?? 0, i18n.locale);
  return (
    <Switch
      label={t`Ready without a network`}
      hint={
        <>
          <Trans>
            Fetches candles, order books, odds and funding of your favourites and of the ten largest
            markets, every six hours at most: without a network you can read them even where you
            never opened them, each with its age. Off while the app saves data, unless you turn it
            on.
          </Trans>{" "}
          {set && (
            <Plural
              value={set.symbols.length}
              one={`Here: # market, ${size}, fetched ${since}.`}
              other={`Here: # markets, ${size}, fetched ${since}.`}
            />
          )}
        </>
      }
      checked={keeps}
      onChecked={(on) => {
        chooseTravelSet(on);
        setKeeps(on);
      }}
    />
  );
}
