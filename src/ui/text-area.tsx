import { useId, type ComponentProps } from "react";
import { controlProps, FieldFrame, type FieldTexts } from "./field-frame.tsx";

export interface TextAreaProps
  extends Omit<ComponentProps<"textarea">, "value" | "className" | "onChange">, FieldTexts {
  value: string;
  onValue: (value: string) => void;
}

/** Several lines of text, such as an address that must be read whole. */
export function TextArea({
  label,
  aside,
  hint,
  problem,
  value,
  onValue,
  id,
  rows = 2,
  ...area
}: TextAreaProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <FieldFrame {...{ controlId, label, aside, hint, problem }}>
      <textarea
        {...area}
        {...controlProps(controlId, { hint, problem })}
        rows={rows}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </FieldFrame>
  );
}
