/** Sent on `window` by the frame when the tab of the present screen is tapped, and by the button of a list. */
export const refreshEvent = "godwit:refresh";

/** Asks for fresh figures of all that is on screen, as a pull does. */
export function askRefresh(): void {
  dispatchEvent(new Event(refreshEvent));
}
