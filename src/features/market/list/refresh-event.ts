/** Dispatched on `window` when the tab of the current screen is tapped, and by the button of a list. */
export const refreshEvent = "godwit:refresh";

/** Refreshes everything on screen, as a pull does. */
export function askRefresh(): void {
  dispatchEvent(new Event(refreshEvent));
}
