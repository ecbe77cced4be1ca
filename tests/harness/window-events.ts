import { vi } from "vitest";

/**
 * A window for code that listens to one, in a test that has none.
 * @returns what the test dispatches its events on; `vi.unstubAllGlobals` takes it away
 */
export function stubWindowEvents(): EventTarget {
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  return window;
}
