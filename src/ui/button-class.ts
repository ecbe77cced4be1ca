import { classNames } from "./class-names.ts";
import styles from "./button.module.css";

export type ButtonLook = "primary" | "secondary" | "quiet" | "up" | "down" | "danger";
export type ButtonSize = "small" | "medium" | "large";

export interface ButtonClassOptions {
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
