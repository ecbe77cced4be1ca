import type { ComponentProps, ReactNode } from "react";
import styles from "./icon-button.module.css";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  /** What it does, in words. */
  label: string;
  icon: ReactNode;
  /** For a toggle such as a star: pressed or not. */
  pressed?: boolean | undefined;
  tone?: "plain" | "accent" | "soft" | undefined;
}

/** A picture to press, 44 px wide whatever the size of the picture. */
export function IconButton({
  label,
  icon,
  pressed,
  tone = "plain",
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-tone={tone}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
    </button>
  );
}
