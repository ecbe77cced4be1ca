import { useState } from "react";
import { PasswordField, StrengthMeter } from "../ui/fields/password-field.tsx";
import { PinField } from "../ui/fields/pin-field.tsx";
import { GallerySection } from "./gallery-section.tsx";

/** What is typed and not shown. */
export function SecretsSection() {
  const [password, setPassword] = useState("fourteen chars");
  const [pin, setPin] = useState("2580");
  const [wrong, setWrong] = useState("123456");
  return (
    <GallerySection name="Secrets">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        showLabel="Show password"
        hideLabel="Hide password"
        value={password}
        hint={
          <StrengthMeter
            level={
              password.length >= 20 ? 4 : password.length >= 15 ? 3 : password.length >= 8 ? 2 : 1
            }
          >
            {password.length} characters
          </StrengthMeter>
        }
        onValue={setPassword}
      />
      <PinField
        label="Withdrawal password"
        hint="6 to 12 digits"
        min={6}
        max={12}
        keypadLabel="Keypad"
        deleteLabel="Delete the last digit"
        value={pin}
        onValue={setPin}
      />
      <PinField
        label="Refused"
        problem="A run such as 123456 is tried first."
        min={6}
        max={12}
        keypadLabel="Keypad"
        deleteLabel="Delete the last digit"
        value={wrong}
        onValue={setWrong}
      />
    </GallerySection>
  );
}
