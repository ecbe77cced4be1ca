import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Overlay } from "../ui/overlay.tsx";
import { veiledAtom } from "./in-flight.ts";
import { initializedAtom } from "./initialized.ts";

/** The full-screen veil for calls that a person waits for. While the app starts, cached content stays usable instead. */
export function LoadingOverlay() {
  const { t } = useLingui();
  const veiled = useAtomValue(veiledAtom);
  const initialized = useAtomValue(initializedAtom);
  return <Overlay visible={veiled && initialized} label={t`One moment…`} />;
}
