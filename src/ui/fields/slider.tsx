import { useId, type CSSProperties } from "react";
import styles from "./slider.module.css";

export interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number | undefined;
  onValue: (value: number) => void;
  /** The value in words, shown at the right and said by a reader: "20×", "75%". */
  valueText: string;
  /** Stops that can be tapped, below the track. */
  marks?: readonly { value: number; label: string }[] | undefined;
  disabled?: boolean | undefined;
}

/** A rough setting by thumb; give a number field beside it where exactness counts. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  onValue,
  valueText,
  marks,
  disabled,
}: SliderProps) {
  const id = useId();
  const shareOf = (point: number): CSSProperties & Record<"--share", number> => ({
    "--share": max > min ? (Math.min(max, Math.max(min, point)) - min) / (max - min) : 0,
  });
  return (
    <div className={styles.slider}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>{valueText}</output>
      </div>
      <input
        id={id}
        type="range"
        className={styles.range}
        style={shareOf(value)}
        {...{ min, max, step, value, disabled }}
        aria-valuetext={valueText}
        onChange={(event) => onValue(event.target.valueAsNumber)}
      />
      {marks !== undefined && (
        <div className={styles.marks}>
          {marks.map((mark) => (
            <button
              key={mark.value}
              type="button"
              style={shareOf(mark.value)}
              disabled={disabled}
              aria-pressed={mark.value === value}
              onClick={() => onValue(mark.value)}
            >
              {mark.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
