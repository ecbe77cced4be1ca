import { useId, type ComponentProps, type ReactNode } from "react";
import { controlProps, FieldFrame, type FieldTexts } from "./field-frame.tsx";

export interface FieldProps
  extends Omit<ComponentProps<"input">, "value" | "prefix" | "className" | "onChange">, FieldTexts {
  value: string;
  onValue: (value: string) => void;
  prefix?: ReactNode;
  suffix?: ReactNode;
}

/** One line of text with its label, hint and problem. All input attributes (type, autoComplete, …) pass through. */
export function Field({
  label,
  aside,
  hint,
  problem,
  prefix,
  suffix,
  value,
  onValue,
  id,
  ...input
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <FieldFrame {...{ controlId, label, aside, hint, problem, prefix, suffix }}>
      <input
        {...input}
        {...controlProps(controlId, { hint, problem })}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </FieldFrame>
  );
}
