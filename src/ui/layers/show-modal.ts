import { nextPaint } from "../../lib/next-paint.ts";

/**
 * Shows `dialog` above the page at once, and makes it modal when that has been painted, since to make the page beneath
 * inert has the browser compute the styles of all of it. A press or a key before that makes it modal and reaches nothing
 * beneath. A dialog with a field that waits for what is typed (`data-autofocus`) is modal at once. Runs `onModal` as
 * soon as it is modal. Returns a function that takes the dialog away.
 */
export function showModal(dialog: HTMLDialogElement, onModal: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const endWait = () => {
    waiting.abort();
    dialog.removeAttribute("popover");
    dialog.inert = false;
  };
  const goOn = () => {
    if (signal.aborted) return;
    endWait();
    dialog.showModal();
    onModal();
  };
  const act = (event: Event) => {
    goOn();
    event.stopPropagation();
    // Other keys go to what has the focus now: they close the dialog, move the focus or are typed.
    if (!(event instanceof KeyboardEvent) || /^(Enter| )$/.test(event.key)) event.preventDefault();
  };

  if (dialog.querySelector("[data-autofocus]") === null) {
    for (const name of ["pointerdown", "click", "keydown"])
      addEventListener(name, act, { capture: true, signal });
    // A popover gives the focus to what is inside. Nothing there takes it: it comes with the second step.
    dialog.inert = true;
    dialog.popover = "manual";
    dialog.showPopover();
    void nextPaint().then(goOn);
  } else goOn();
  return () => {
    endWait();
    dialog.close();
  };
}
