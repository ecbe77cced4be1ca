import { useState } from "react";
import { Button } from "../ui/actions/button.tsx";
import { Dialog } from "../ui/layers/dialog.tsx";
import { Field } from "../ui/fields/field.tsx";
import { KeyValue, KeyValues } from "../ui/lists/key-values.tsx";
import { Overlay } from "../ui/layers/overlay.tsx";
import { Sheet } from "../ui/layers/sheet.tsx";
import { ToastStack } from "../ui/layers/toast-stack.tsx";
import type { ToastItem, ToastType } from "../ui/layers/toast.tsx";
import { GalleryLine, GallerySection } from "./gallery-section.tsx";

const TYPES: readonly ToastType[] = ["success", "error", "warning", "info"];
const TEXTS: Record<ToastType, Pick<ToastItem, "title" | "description">> = {
  success: { title: "Order placed", description: "Buy 0.01 BTC at 67,321.50" },
  error: { description: "The withdrawal password is wrong." },
  warning: {
    title: "Price has moved",
    description: "The estimate is 0.8 % higher than when you opened this sheet.",
  },
  info: { description: "Back online, syncing." },
};
/** Of the length that German gives a sentence, and one that only its time takes away. */
const LONG: Omit<ToastItem, "id"> = {
  type: "warning",
  title: "Auszahlungspasswort-Rücksetzungsbestätigung erforderlich",
  description:
    "Aus Sicherheitsgründen sind Auszahlungen nach einer Änderung des Auszahlungspassworts für vierundzwanzig Stunden gesperrt. Kundendienstmitarbeiter können die Geschwindigkeitsbegrenzung nicht aufheben.",
};
const FIXED: Omit<ToastItem, "id"> = {
  type: "info",
  description: "The venue restarts in a minute.",
  closable: false,
};
const TYPE_LABELS: Record<ToastType, string> = {
  success: "Done",
  error: "Error",
  warning: "Warning",
  info: "Note",
};
const VEIL_MS = 2_000;

/** What lies above the page. */
export function LayersSection() {
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const [sheet, setSheet] = useState(false);
  const [rising, setRising] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [veiled, setVeiled] = useState(false);
  const [address, setAddress] = useState("");

  function tell(toast: Omit<ToastItem, "id">) {
    setToasts((known) => [{ id: crypto.randomUUID(), ...toast }, ...known]);
  }

  function drop(id: string) {
    setToasts((known) => known.filter((toast) => toast.id !== id));
  }

  function veil() {
    setVeiled(true);
    setTimeout(() => setVeiled(false), VEIL_MS);
  }

  return (
    <GallerySection name="Layers">
      <GalleryLine>
        <Button onClick={() => setSheet(true)}>Open sheet</Button>
        <Button onClick={() => setRising(true)}>Open half sheet</Button>
        <Button onClick={() => setDialog(true)}>Open dialog</Button>
        <Button onClick={veil}>Show veil</Button>
        {TYPES.map((type) => (
          <Button key={type} size="small" onClick={() => tell({ type, ...TEXTS[type] })}>
            Toast: {type}
          </Button>
        ))}
        <Button size="small" onClick={() => tell(LONG)}>
          Toast: long
        </Button>
        <Button size="small" onClick={() => tell(FIXED)}>
          Toast: fixed
        </Button>
      </GalleryLine>
      <Sheet
        open={sheet}
        onClose={() => setSheet(false)}
        title="Review withdrawal"
        closeLabel="Close"
        footer={
          <Button look="primary" size="large" wide onClick={veil}>
            Withdraw 250.00 USDT
          </Button>
        }
      >
        <KeyValues>
          <KeyValue label="Network">Tron (TRC-20)</KeyValue>
          <KeyValue label="Address">TQn9 Y2kh EsLJ W1ch VWFM SMeR DowK cbLS SE</KeyValue>
          <KeyValue
            label="Fee"
            explanation="Kept by the venue for sending; the network itself takes nothing more."
          >
            1.25 USDT (0.5%)
          </KeyValue>
          <KeyValue label="You receive" strong>
            248.75 USDT
          </KeyValue>
        </KeyValues>
        <Field
          label="Withdrawal password"
          value={address}
          onValue={setAddress}
          hint="This cannot be undone."
        />
        <Button wide onClick={() => tell({ type: "warning", ...TEXTS.warning })}>
          Toast from inside
        </Button>
      </Sheet>
      <Sheet
        open={rising}
        onClose={() => setRising(false)}
        title="Your positions"
        closeLabel="Close"
        rising={{ full: "Full height", half: "Half height" }}
      >
        <KeyValues>
          <KeyValue label="BTC-USDT">+15.95 USDT</KeyValue>
          <KeyValue label="ETH-USDT">−3.10 USDT</KeyValue>
        </KeyValues>
      </Sheet>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Close this position?"
        actions={
          <>
            <Button onClick={() => setDialog(false)}>Keep it</Button>
            <Button look="down" onClick={() => setDialog(false)}>
              Close position
            </Button>
          </>
        }
      >
        Long BTC 0.02 closes at about 67,321.50. You would realise +12.40 USDT after fees.
      </Dialog>
      <ToastStack
        label="Notices"
        closeLabel="Close notice"
        closeAllLabel="Close all"
        typeLabels={TYPE_LABELS}
        toasts={toasts}
        onClose={drop}
        onExpire={drop}
      />
      <Overlay visible={veiled} label="Sending your order" />
    </GallerySection>
  );
}
