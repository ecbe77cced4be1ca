import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useMedia, wideScreen } from "../../../lib/use-media.ts";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import styles from "./own-strip.module.css";

export interface OwnStripProps {
  /** The name of the lists. */
  title: string;
  /** What they hold, in a line; undefined where they hold nothing that is open: then there is no strip. */
  line: ReactNode;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The lists. */
  children: ReactNode;
}

/**
 * The person's own below a ticket, with a strip as its head that stays in sight above the tab bar: a tap lifts the lists
 * into a sheet of half the screen, and price and chart stay above it. Where there is room beside the ticket the lists are
 * always in sight, and there is no strip.
 */
export function OwnStrip({ title, line, open, onOpen, children }: OwnStripProps) {
  const { t } = useLingui();
  const isBeside = useMedia(wideScreen);
  const isLifted = open && !isBeside;

  function lift() {
    scrollTo({ top: 0 });
    onOpen(true);
  }

  return (
    <>
      {line !== undefined && !isBeside && (
        <button
          type="button"
          className={styles.strip}
          data-own-strip=""
          aria-haspopup="dialog"
          onClick={lift}
        >
          {line}
          <ChevronDownIcon size={20} />
        </button>
      )}
      {!isLifted && children}
      <Sheet
        open={isLifted}
        onClose={() => onOpen(false)}
        title={title}
        closeLabel={t`Close`}
        rising={{ full: t`Full height`, half: t`Half height` }}
      >
        <div className={styles.lists}>{isLifted && children}</div>
      </Sheet>
    </>
  );
}
