import type { BrowserContext, Page } from "playwright-core";

declare global {
  var lastPresses: { text: string }[] | undefined;
}

/** How many events a page remembers: a click makes five. */
const remembered = 60;

/** Has the pages of `phone` remember what presses reached them, for a test in which one had no effect. */
export async function rememberPresses(phone: BrowserContext): Promise<void> {
  await phone.addInitScript((most) => {
    const presses: { text: string }[] = (globalThis.lastPresses = []);
    const note = (event: Event) => {
      const { type, target, timeStamp } = event;
      const { clientX, clientY } = event as MouseEvent;
      const lateMs = Math.round(performance.now() - timeStamp);
      const press = { text: `${Math.round(timeStamp)} ms, heard ${lateMs} ms later: ${type}` };
      if (presses.push(press) > most) presses.shift();
      if (clientX !== undefined) press.text += ` at ${Math.round(clientX)},${Math.round(clientY)}`;
      if (target instanceof Element)
        press.text += ` on ${target.localName} "${(target.textContent ?? "").slice(0, 24)}"`;
      const layer = document.querySelector("dialog[open], :popover-open")?.getBoundingClientRect();
      if (layer)
        press.text += `, a layer from ${Math.round(layer.top)} to ${Math.round(layer.bottom)}`;
      // After all who listen to it.
      setTimeout(() => {
        if (event.defaultPrevented) press.text += ", prevented";
        if (target instanceof Element && !target.isConnected) press.text += ", target gone";
      });
    };
    for (const type of ["pointerdown", "mousedown", "mouseup", "pointercancel", "click", "scroll"])
      addEventListener(type, note, { capture: true, passive: true });
  }, remembered);
}

/** What {@link rememberPresses} had the page remember, oldest first. */
export async function pressesOn(page: Page): Promise<readonly string[]> {
  const asked = page.evaluate(() => globalThis.lastPresses?.map(({ text }) => text) ?? []);
  // A page that hangs answers nothing.
  const late = new Promise<string[]>((resolve) => void setTimeout(resolve, 5000, []));
  return Promise.race([asked, late]).catch(() => []);
}
