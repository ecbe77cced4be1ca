import type { ReactNode } from "react";

export interface IconProps {
  /** Edge length in CSS pixels; 24 when left out. */
  size?: 16 | 20 | 24 | 28 | undefined;
  /** Only for an icon that stands alone; beside a text it stays decoration. */
  label?: string | undefined;
}

/** The common drawing of all icons: 24 px grid, 1.75 px round strokes in the colour of the text. */
export function Icon({ size = 24, label, children }: IconProps & { children: ReactNode }) {
  const named =
    label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...named}
    >
      {children}
    </svg>
  );
}
