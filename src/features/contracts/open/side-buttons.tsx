import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import styles from "./side-buttons.module.css";

interface Side {
  busy: boolean;
  /** Why it cannot be pressed now. */
  reason: string | undefined;
  onPress: () => void;
}

/** Opens a long or a short position. A reason that both sides have stands under both, once. */
export function SideButtons({ long, short }: { long: Side; short: Side }) {
  const { t } = useLingui();
  const reasonId = useId();
  const reason = long.reason === short.reason ? long.reason : undefined;
  const sides = [
    { look: "up", label: t`Open long`, side: long },
    { look: "down", label: t`Open short`, side: short },
  ] as const;
  return (
    <>
      <div className={styles.buttons}>
        {sides.map(({ look, label, side }) => (
          <div key={look}>
            <Button
              look={look}
              size="large"
              wide
              busy={side.busy}
              disabledReason={side.reason}
              reasonShownBy={reason === undefined ? undefined : reasonId}
              onClick={side.onPress}
            >
              {label}
            </Button>
          </div>
        ))}
      </div>
      {reason !== undefined && (
        <p id={reasonId} className={styles.reason}>
          {reason}
        </p>
      )}
    </>
  );
}
