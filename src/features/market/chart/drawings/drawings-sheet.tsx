import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../../ui/actions/button.tsx";
import { IconButton } from "../../../../ui/actions/icon-button.tsx";
import {
  type Drawing,
  type DrawingKind,
  drawingKinds,
} from "../../../../ui/chart/drawings/drawing.ts";
import { TrashIcon } from "../../../../ui/icons/action-icons.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { ListRow } from "../../../../ui/lists/list-row.tsx";
import { DrawingFields } from "./drawing-fields.tsx";
import { DrawingIcon } from "./drawing-icons.tsx";
import { mostDrawings } from "./drawing-list.ts";
import styles from "./drawings.module.css";
import type { useDrawingWords } from "./use-drawing-words.ts";

interface DrawingsSheetProps {
  open: boolean;
  onClose: () => void;
  drawings: readonly Drawing[];
  /** The one whose figures are shown; null for the list. */
  edited: Drawing | null;
  onEdit: (id: string | null) => void;
  /** Begins a drawing. */
  onKind: (kind: DrawingKind) => void;
  onChange: (drawing: Drawing) => void;
  onRemove: (ids: readonly string[]) => void;
  /** What was removed last, in words, and how it comes back. */
  removed: { text: string; onUndo: () => void } | null;
  decimals: number;
  stepSec: number;
  words: ReturnType<typeof useDrawingWords>;
}

/** What can be drawn and what is drawn on this market; and the figures of one drawing, to move it without a drag. */
export function DrawingsSheet({
  open,
  onClose,
  drawings,
  edited,
  onEdit,
  onKind,
  onChange,
  onRemove,
  removed,
  decimals,
  stepSec,
  words,
}: DrawingsSheetProps) {
  const { t } = useLingui();
  // The sheet leaves as what it was.
  const [shown, setShown] = useState(edited);
  if (open && shown !== edited) setShown(edited);
  const isFull = drawings.length >= mostDrawings;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={shown ? words.names[shown.kind] : t`Drawings`}
      closeLabel={t`Close`}
      rising={{ full: t`Full height`, half: t`Half height` }}
      footer={
        shown && (
          <div className={styles.acts}>
            <Button look="danger" onClick={() => onRemove([shown.id])}>{t`Remove`}</Button>
            <Button onClick={() => onEdit(null)}>{t`All drawings`}</Button>
          </div>
        )
      }
    >
      {shown ? (
        <DrawingFields
          key={shown.id}
          drawing={shown}
          decimals={decimals}
          stepSec={stepSec}
          onChange={onChange}
        />
      ) : (
        <>
          <div className={styles.tools} role="group" aria-label={t`Draw`}>
            {drawingKinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className={styles.tool}
                aria-disabled={isFull || undefined}
                onClick={() => !isFull && onKind(kind)}
              >
                <DrawingIcon kind={kind} />
                {words.names[kind]}
              </button>
            ))}
          </div>
          {isFull && (
            <p className={styles.note}>
              <Trans>A market holds {mostDrawings} drawings. Remove one to make room.</Trans>
            </p>
          )}
          {removed && (
            <p className={styles.removed}>
              <span>{removed.text}</span>
              <Button size="small" onClick={removed.onUndo}>{t`Undo`}</Button>
            </p>
          )}
          {drawings.length === 0 ? (
            !removed && (
              <p className={styles.note}>
                <Trans>
                  Choose what to draw and tap its points on the chart. Drawings stay on this device,
                  for this market and every period.
                </Trans>
              </p>
            )
          ) : (
            <ul className={styles.list}>
              {drawings.toReversed().map((drawing) => {
                const [name, where] = [words.names[drawing.kind], words.described(drawing)];
                return (
                  <li key={drawing.id}>
                    <ListRow
                      lead={<DrawingIcon kind={drawing.kind} />}
                      title={name}
                      detail={where}
                      chevron
                      onPress={() => onEdit(drawing.id)}
                      trail={
                        <IconButton
                          label={t`Remove: ${name}, ${where}`}
                          icon={<TrashIcon size={20} />}
                          onClick={() => onRemove([drawing.id])}
                        />
                      }
                    />
                  </li>
                );
              })}
            </ul>
          )}
          {drawings.length > 1 && (
            <Button look="quiet" onClick={() => onRemove(drawings.map(({ id }) => id))}>
              {t`Remove all`}
            </Button>
          )}
        </>
      )}
    </Sheet>
  );
}
