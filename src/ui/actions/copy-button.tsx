import { useEffect, useState } from "react";
import { CopyIcon } from "../icons/action-icons.tsx";
import { IconButton } from "./icon-button.tsx";
import { CheckIcon } from "../icons/status-icons.tsx";
import { VisuallyHidden } from "../text/visually-hidden.tsx";

export interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
  /** The clipboard refused: say so, the text can be selected by hand. */
  onRefused?: (() => void) | undefined;
}

const CONFIRM_MS = 2_000;

/** Copies a text and shows that it did. */
export function CopyButton({ text, label, copiedLabel, onRefused }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onRefused?.();
    }
  }

  return (
    <>
      <IconButton
        tone="accent"
        label={label}
        icon={copied ? <CheckIcon size={20} /> : <CopyIcon size={20} />}
        onClick={() => void copy()}
      />
      <VisuallyHidden>
        <span role="status">{copied ? copiedLabel : ""}</span>
      </VisuallyHidden>
    </>
  );
}
