import { useState } from "react";
import type { ParsedNumber } from "../lib/parse-number.ts";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { Chip, ChipRow } from "../ui/fields/chip.tsx";
import { Field, TextArea } from "../ui/fields/field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { PasswordField, RuleTicks } from "../ui/fields/password-field.tsx";
import { Segmented } from "../ui/fields/segmented.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Slider } from "../ui/fields/slider.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { GallerySection } from "./gallery-section.tsx";

const REFUSALS = {
  malformed: "This is not a number we can read.",
  ambiguous: "This could mean two numbers. Write it the way your language does.",
  "too-precise": "This currency has 6 decimals at most.",
  "too-large": "This number is too large.",
  negative: "The amount cannot be negative.",
};

/** Fields and choices. */
export function FormsSection({ locale }: { locale: string }) {
  const [side, setSide] = useState<"buy" | "sell">("buy");
  const [kind, setKind] = useState<"limit" | "market">("limit");
  const [account, setAccount] = useState("ada@example.org");
  const [password, setPassword] = useState("");
  const [price, setPrice] = useState(locale === "fr-FR" ? "67321,50" : "67321.50");
  const [amount, setAmount] = useState("");
  const [read, setRead] = useState<ParsedNumber>();
  const [network, setNetwork] = useState<"erc" | "trc" | "">("");
  const [leverage, setLeverage] = useState(20);
  const [agreed, setAgreed] = useState(false);
  const [confirm, setConfirm] = useState(true);
  const [address, setAddress] = useState("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");

  return (
    <GallerySection name="Forms">
      <Segmented
        label="Side"
        value={side}
        onValue={setSide}
        options={[
          { value: "buy", label: "Buy", tone: "up" },
          { value: "sell", label: "Sell", tone: "down" },
        ]}
      />
      <Segmented
        label="Kind"
        value={kind}
        onValue={setKind}
        options={[
          { value: "limit", label: "Limit" },
          { value: "market", label: "Market" },
        ]}
      />
      <NumberField
        label="Price"
        locale={locale}
        value={price}
        onValue={setPrice}
        refusals={REFUSALS}
        tick="0.01"
        lessLabel="Less"
        moreLabel="More"
        aside="Last 67,321.50"
      />
      <NumberField
        label="Quantity"
        locale={locale}
        value={amount}
        onValue={(text, parsed) => {
          setAmount(text);
          setRead(parsed);
        }}
        rules={{ maxDecimals: 6 }}
        refusals={REFUSALS}
        suffix="BTC"
        placeholder="0.001"
        hint={read?.ok ? `Read as ${read.value}` : "At least 0.0001 BTC"}
        aside="Available 0.52"
      />
      <ChipRow label="Share of the balance" even>
        {["25%", "50%", "75%", "100%"].map((share) => (
          <Chip key={share} onClick={() => setAmount("0.13")}>
            {share}
          </Chip>
        ))}
      </ChipRow>
      <Slider
        label="Leverage"
        value={leverage}
        min={1}
        max={100}
        onValue={setLeverage}
        valueText={`${leverage}×`}
        marks={[1, 20, 50, 75, 100].map((value) => ({ value, label: `${value}×` }))}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        value={account}
        onValue={setAccount}
      />
      <Field
        label="Verification code"
        value="12"
        onValue={setAccount}
        problem="The code has 6 figures."
        inputMode="numeric"
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        showLabel="Show password"
        hideLabel="Hide password"
        value={password}
        onValue={setPassword}
      />
      <RuleTicks
        label="Rules"
        metLabel="met"
        unmetLabel="not met yet"
        rules={[
          { id: "length", label: "8 characters or more", met: password.length >= 8 },
          { id: "other", label: "Different from the old one", met: true },
        ]}
      />
      <Select
        label="Network"
        value={network}
        onValue={setNetwork}
        placeholder="Choose a network"
        hint="Sending over another network loses the money."
        options={[
          { value: "erc", label: "Ethereum (ERC-20)" },
          { value: "trc", label: "Tron (TRC-20)" },
        ]}
      />
      <TextArea label="Address" value={address} onValue={setAddress} />
      <Switch
        label="Confirm before each order"
        hint="A sheet shows price and fee once more."
        checked={confirm}
        onChecked={setConfirm}
      />
      <Checkbox
        checked={agreed}
        onChecked={setAgreed}
        problem={agreed ? undefined : "Please read and accept the agreement."}
      >
        I accept the <a href="#agreement">user agreement</a>
      </Checkbox>
    </GallerySection>
  );
}
