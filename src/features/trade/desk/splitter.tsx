import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { ChevronLeftIcon } from "../../../ui/icons/action-icons.tsx";
import { type PaneName, panes, panesAtom, within } from "./pane-sizes.ts";
import styles from "./desk.module.css";

const stepPx = 16;

/** Which way a pane grows, in the direction of the pointer. */
const grows: Readonly<Record<PaneName, { axis: "x" | "y"; by: 1 | -1 }>> = {
  list: { axis: "x", by: 1 },
  book: { axis: "x", by: -1 },
  ticket: { axis: "x", by: -1 },
  lower: { axis: "y", by: -1 },
};

/** The edge of a pane: drawn by a pointer or by arrow keys, and a button that folds the pane away and brings it back. */
export function Splitter({ pane, name, id }: { pane: PaneName; name: string; id: string }) {
  const { t } = useLingui();
  const [{ [pane]: facts }, change] = useAtom(panesAtom);
  const start = useRef<{ at: number; px: number } | null>(null);
  const { axis, by } = grows[pane];
  const px = facts.px ?? panes[pane].usual;
  // What is drawn may be smaller than what was chosen for a larger window, and is the style sheet's before that.
  const drawnPx = () => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return (axis === "x" ? box?.width : box?.height) ?? px;
  };
  const place = (event: PointerEvent) => (axis === "x" ? event.clientX : event.clientY);
  const fold = () => change(pane, { isFolded: !facts.isFolded });

  function grab(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || facts.isFolded) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: place(event), px: drawnPx() };
  }

  function move(event: PointerEvent<HTMLElement>) {
    const from = start.current;
    if (from) change(pane, { px: within(pane, from.px + by * (place(event) - from.at)) });
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const [less, more] = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const to: Partial<Record<string, number>> = {
      [less]: drawnPx() - by * stepPx,
      [more]: drawnPx() + by * stepPx,
      Home: panes[pane].least,
      End: panes[pane].most,
    };
    const next = to[event.key];
    if (event.key === "Enter") fold();
    else if (next !== undefined && !facts.isFolded) change(pane, { px: within(pane, next) });
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.edge} data-pane={pane} data-folded={facts.isFolded || undefined}>
      <div
        className={styles.splitter}
        role="separator"
        aria-orientation={axis === "x" ? "vertical" : "horizontal"}
        aria-label={t`Size of ${name}`}
        // The form of an order is not there while nothing can be ordered.
        aria-controls={pane === "ticket" ? undefined : id}
        aria-valuemin={panes[pane].least}
        aria-valuemax={panes[pane].most}
        aria-valuenow={facts.isFolded ? panes[pane].least : px}
        aria-valuetext={facts.isFolded ? t`Folded` : undefined}
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={move}
        onPointerUp={() => (start.current = null)}
        onPointerCancel={() => (start.current = null)}
        onDoubleClick={fold}
        onKeyDown={press}
      />
      <IconButton
        label={facts.isFolded ? t`Unfold ${name}` : t`Fold ${name}`}
        icon={<ChevronLeftIcon size={16} />}
        onClick={fold}
      />
    </div>
  );
}
