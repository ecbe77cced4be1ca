import { useState } from "react";
import { EyeIcon, EyeOffIcon } from "./action-icons.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

export interface PasswordFieldProps extends Omit<FieldProps, "type" | "suffix"> {
  showLabel: string;
  hideLabel: string;
}

/** A password that can be looked at while it is typed, and pasted. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? "text" : "password"}
      suffix={
        <IconButton
          label={shown ? hideLabel : showLabel}
          icon={shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
