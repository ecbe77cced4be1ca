import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Spinner } from "../icons/spinner.tsx";
import { VisuallyHidden } from "../text/visually-hidden.tsx";
import styles from "./button.module.css";

interface ButtonProps
  extends Omit<ComponentProps<"button">, "className" | "disabled">, ButtonClassOptions {
  icon?: ReactNode;
  /** Work is under way: the button keeps its width and takes no press. */
  busy?: boolean | undefined;
  /** Why it cannot be pressed now. The button stays reachable, shows the reason below and says it when pressed. */
  disabledReason?: string | undefined;
  /** Where several buttons have one reason: id of the element that shows it, in place of each of them. */
  reasonShownBy?: string | undefined;
}

/** A button that says what it will do, or why it cannot. */
export function Button(props: ButtonProps) {
  const {
    look,
    size,
    wide,
    icon,
    busy = false,
    disabledReason,
    reasonShownBy,
    onClick,
    children,
    type = "button",
    ...rest
  } = props;
  const ownId = useId();
  const reasonId = reasonShownBy ?? ownId;
  const [asked, setAsked] = useState(false);
  const stopped = busy || disabledReason !== undefined;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!stopped) return onClick?.(event);
    event.preventDefault();
    setAsked(true);
  }

  // One tree with and without a reason, so that focus survives the change.
  return (
    <span
      className={
        disabledReason === undefined ? styles.bare : wide ? styles.reasonedWide : styles.reasoned
      }
    >
      <button
        {...rest}
        type={type}
        className={buttonClass({ look, size, wide })}
        aria-disabled={stopped || undefined}
        aria-busy={busy || undefined}
        aria-describedby={disabledReason === undefined ? rest["aria-describedby"] : reasonId}
        onClick={press}
      >
        <span className={styles.face}>
          {icon}
          {children}
        </span>
        {busy && (
          <span className={styles.busy}>
            <Spinner />
          </span>
        )}
      </button>
      {disabledReason !== undefined && (
        <>
          {reasonShownBy === undefined && (
            <span id={reasonId} className={styles.reason}>
              {disabledReason}
            </span>
          )}
          <VisuallyHidden>
            <span role="status">{asked ? disabledReason : ""}</span>
          </VisuallyHidden>
        </>
      )}
    </span>
  );
}

export type ButtonLook = "primary" | "secondary" | "quiet" | "up" | "down" | "danger";
type ButtonSize = "small" | "medium" | "large";

interface ButtonClassOptions {
  look?: ButtonLook | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width of its place. */
  wide?: boolean | undefined;
}

/** The class of a button, for a link that should look like one. */
export function buttonClass({
  look = "secondary",
  size = "medium",
  wide = false,
}: ButtonClassOptions = {}): string {
  return classNames(styles.button, styles[look], styles[size], wide && styles.wide);
}
