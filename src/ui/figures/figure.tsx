import { Term } from "../text/term.tsx";

export interface FigureProps {
  /** As shown in its place. */
  text: string;
  /** With every digit. */
  whole: string;
  /** What it is a figure of. */
  label: string;
}

/** A figure that may be cut short: the whole one by a tap, a long press, the keyboard or under the mouse. */
export function Figure({ text, whole, label }: FigureProps) {
  if (text === whole) return text;
  return (
    <Term term={text} title={label} tooltip={whole}>
      {whole}
    </Term>
  );
}
