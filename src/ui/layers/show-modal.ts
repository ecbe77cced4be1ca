import { nextPaint } from "../../lib/next-paint.ts";

/** What somebody may do before the page beneath is inert. */
const acts = ["pointerdown", "click", "keydown"] as const;

/**
 * Shows `dialog` above the page at once, and makes it modal when that has been painted: to make the page beneath inert
 * has the browser compute the styles of all of it. Who acts sooner makes it modal by that, and nothing beneath takes the
 * act. Then runs `onModal`. Returns a function that takes the dialog away.
 */
export function showModal(dialog: HTMLDialogElement, onModal: () => void): () => void {
  let isWaiting = true;
  const endWait = () => {
    isWaiting = false;
    for (const name of acts) removeEventListener(name, act, true);
    dialog.removeAttribute("popover");
    dialog.inert = false;
  };
  const goOn = () => {
    if (!isWaiting) return;
    endWait();
    dialog.showModal();
    onModal();
  };
  const act = (event: Event) => {
    goOn();
    event.stopPropagation();
    // The browser closes it by the one, and takes the focus on by the other.
    if (!(event instanceof KeyboardEvent && /^(Escape|Tab)$/.test(event.key)))
      event.preventDefault();
  };

  for (const name of acts) addEventListener(name, act, true);
  // A popover gives the focus to what is inside. Nothing there takes it: it comes with the second step.
  dialog.inert = true;
  dialog.popover = "manual";
  dialog.showPopover();
  void nextPaint().then(goOn);
  return () => {
    endWait();
    dialog.close();
  };
}
