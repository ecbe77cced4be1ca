import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { MinusIcon, PlusIcon } from "../icons/action-icons.tsx";
import { ErrorIcon } from "../icons/status-icons.tsx";
import styles from "./inset-number-field.module.css";
import { type NumberTexts, useNumberText } from "./use-number-input.ts";

interface InsetNumberFieldProps
  extends
    Omit<
      ComponentProps<"input">,
      "type" | "inputMode" | "step" | "className" | "children" | keyof NumberTexts
    >,
    NumberTexts {
  /** Always visible, inside the box. */
  label: string;
  /** What is wrong and what to do, below the box. */
  problem?: string | undefined;
  /** At the right inside the box: a unit, or a button that changes it. */
  suffix?: ReactNode;
  /** For the buttons that a `tick` brings; they repeat while they are held. */
  lessLabel?: string | undefined;
  moreLabel?: string | undefined;
}

/** A number field as low as can be, for several of them beside one another; otherwise as `NumberField`. */
export function InsetNumberField(props: InsetNumberFieldProps) {
  const {
    label,
    value,
    onValue,
    locale,
    rules,
    refusals,
    tick,
    stepFrom,
    lessLabel,
    moreLabel,
    problem,
    suffix,
    onBlur,
    id,
    ...input
  } = props;
  const { refusal, steppable, change, stepBy, leave, press } = useNumberText({
    value,
    onValue,
    locale,
    rules,
    refusals,
    tick,
    stepFrom,
    onBlur,
  });
  const ownId = useId();
  const controlId = id ?? ownId;
  const wrong = refusal ?? problem;
  return (
    <div className={styles.field} data-problem={wrong !== undefined || undefined}>
      <div className={styles.box}>
        {tick !== undefined && (
          <StepButton
            label={lessLabel ?? "−"}
            icon={<MinusIcon size={16} />}
            enabled={steppable}
            onStep={() => stepBy(-1)}
          />
        )}
        <label
          className={styles.middle}
          data-stepped={tick !== undefined || undefined}
          htmlFor={controlId}
        >
          <span className={styles.label}>{label}</span>
          <input
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            {...input}
            id={controlId}
            className={styles.control}
            type="text"
            inputMode="decimal"
            value={value}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? undefined : `${controlId}-note`}
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
            onKeyDown={press}
          />
        </label>
        {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
        {tick !== undefined && (
          <StepButton
            label={moreLabel ?? "+"}
            icon={<PlusIcon size={16} />}
            enabled={steppable}
            onStep={() => stepBy(1)}
          />
        )}
      </div>
      <div id={`${controlId}-note`} className={styles.note} aria-live="polite">
        {wrong !== undefined && (
          <span className={styles.problem}>
            <ErrorIcon size={16} />
            {wrong}
          </span>
        )}
      </div>
    </div>
  );
}

function StepButton({
  label,
  icon,
  enabled,
  onStep,
}: {
  label: string;
  icon: ReactNode;
  enabled: boolean;
  onStep: () => void;
}) {
  const hold = useHoldRepeat(onStep, enabled);
  return (
    <button type="button" className={styles.step} aria-label={label} disabled={!enabled} {...hold}>
      {icon}
    </button>
  );
}

const firstMs = 400;
const nextMs = 75;

/** Makes a button act again and again while it is held; a short press acts once, as a press of a key does. */
function useHoldRepeat(act: () => void, enabled: boolean) {
  const [held, setHeld] = useState(false);
  const repeated = useRef(false);
  const repeat = useEffectEvent(() => {
    repeated.current = true;
    act();
  });

  useEffect(() => {
    if (!held || !enabled) return;
    let timer = setTimeout(function again() {
      repeat();
      timer = setTimeout(again, nextMs);
    }, firstMs);
    return () => clearTimeout(timer);
  }, [held, enabled]);

  const letGo = () => setHeld(false);
  return {
    onPointerDown: (event: { button: number }) => {
      repeated.current = false;
      setHeld(event.button === 0);
    },
    onPointerUp: letGo,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    // A long press on a phone would open its menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      if (!repeated.current) act();
      repeated.current = false;
    },
  };
}
