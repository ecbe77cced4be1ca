import type { ReactNode } from "react";
import { Icon, type IconProps } from "../../../../ui/icons/icon.tsx";
import type { DrawingKind } from "../../../../ui/chart/drawings/drawing.ts";

const paths: Record<DrawingKind, ReactNode> = {
  level: (
    <>
      <path d="M3.5 12h6M14.5 12h6" />
      <circle cx="12" cy="12" r="2.25" />
    </>
  ),
  trend: (
    <>
      <path d="m7.6 16.4 8.8-8.8" />
      <circle cx="6" cy="18" r="2.25" />
      <circle cx="18" cy="6" r="2.25" />
    </>
  ),
  ray: (
    <>
      <path d="m7.5 17.2 3-2.4M14.2 11.8 20.5 6.5" />
      <circle cx="5.75" cy="18.5" r="2.25" />
      <circle cx="12.4" cy="13.2" r="2.25" />
    </>
  ),
  fibonacci: <path d="M4 5h16M4 10h16M4 14h16M4 19h16" />,
  measure: (
    <>
      <path d="M4.5 4.5h15v15h-15z" />
      <path d="M12 16V8m0 0L9.5 10.5M12 8l2.5 2.5" />
    </>
  ),
};

/** The picture of a kind of drawing. */
export function DrawingIcon({ kind, ...props }: IconProps & { kind: DrawingKind }) {
  return <Icon {...props}>{paths[kind]}</Icon>;
}
