import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { toInputText } from "../../../../lib/parse-number.ts";
import { plainPrice } from "../../../../lib/plain-price.ts";
import { IconButton } from "../../../../ui/actions/icon-button.tsx";
import type { Place } from "../../../../ui/chart/chart-layer.ts";
import type { Drawing } from "../../../../ui/chart/drawings/drawing.ts";
import { Field } from "../../../../ui/fields/field.tsx";
import { NumberField } from "../../../../ui/fields/number-field.tsx";
import { ChevronLeftIcon, ChevronRightIcon } from "../../../../ui/icons/action-icons.tsx";
import { useNumberMessages } from "../../../platform/forms/use-number-messages.ts";
import styles from "./drawings.module.css";
import { fromLocalText, toLocalText } from "./local-time.ts";

interface DrawingFieldsProps {
  drawing: Drawing;
  decimals: number;
  /** Length of a candle. */
  stepSec: number;
  onChange: (drawing: Drawing) => void;
}

/** The places of a drawing in figures, with steps: what a drag does, without one. Changes apply at once. */
export function DrawingFields({ drawing, decimals, stepSec, onChange }: DrawingFieldsProps) {
  const { t } = useLingui();
  const { kind, places } = drawing;
  const titles = [t`First point`, t`Second point`];
  return (
    <div className={styles.places}>
      {places.map((place, at) => (
        <fieldset key={titles[at]} className={styles.place}>
          {places.length > 1 && <legend>{titles[at]}</legend>}
          <PlaceFields
            place={place}
            decimals={decimals}
            stepSec={stepSec}
            hasTime={kind !== "level"}
            onPlace={(changed) => onChange({ ...drawing, places: places.with(at, changed) })}
          />
        </fieldset>
      ))}
    </div>
  );
}

interface PlaceFieldsProps {
  place: Place;
  decimals: number;
  stepSec: number;
  hasTime: boolean;
  onPlace: (place: Place) => void;
}

function PlaceFields({ place, decimals, stepSec, hasTime, onPlace }: PlaceFieldsProps) {
  const { t, i18n } = useLingui();
  const [price, setPrice] = useState(() =>
    toInputText(plainPrice(place.price, decimals), i18n.locale),
  );
  const [time, setTime] = useState(() => toLocalText(place.timeSec));
  const step = (candles: number) => {
    const timeSec = Math.max(0, place.timeSec + candles * stepSec);
    setTime(toLocalText(timeSec));
    onPlace({ ...place, timeSec });
  };
  return (
    <>
      <NumberField
        label={t`Price`}
        locale={i18n.locale}
        rules={{ maxDecimals: decimals }}
        refusals={useNumberMessages(decimals)}
        tick={plainPrice(10 ** -decimals, decimals)}
        lessLabel={t`Lower price`}
        moreLabel={t`Higher price`}
        value={price}
        onValue={(text, parsed) => {
          setPrice(text);
          const typed = parsed.ok ? Number(parsed.value) : 0;
          if (typed > 0) onPlace({ ...place, price: typed });
        }}
      />
      {hasTime && (
        <Field
          label={t`Time`}
          type="datetime-local"
          value={time}
          onValue={(text) => {
            setTime(text);
            const timeSec = fromLocalText(text);
            if (timeSec !== null) onPlace({ ...place, timeSec });
          }}
          suffix={
            <span className={styles.steps}>
              <IconButton
                label={t`One candle earlier`}
                icon={<ChevronLeftIcon size={20} />}
                onClick={() => step(-1)}
              />
              <IconButton
                label={t`One candle later`}
                icon={<ChevronRightIcon size={20} />}
                onClick={() => step(1)}
              />
            </span>
          }
        />
      )}
    </>
  );
}
