import { untilDone } from "../../lib/until-done.ts";

const asked = new Set<string>();

/**
 * Asks again for each style sheet that did not come: without it what it styles would have no shape for as long as the
 * page is open.
 */
export function askForLostSheets(): void {
  addEventListener("error", ({ target }) => isSheet(target) && askAgain(target), { capture: true });
  // Those that were lost before this code was here.
  const look = () => {
    for (const link of document.querySelectorAll("link"))
      if (isSheet(link) && isLost(link)) askAgain(link);
  };
  if (document.readyState === "complete") look();
  else addEventListener("load", look, { once: true });
}

const isSheet = (target: unknown): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === "stylesheet";

/** Browsers give a sheet that did not come as one whose rules nobody may read. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules === undefined;
  } catch {
    return true;
  }
}

function askAgain(link: HTMLLinkElement): void {
  if (asked.has(link.href)) return;
  asked.add(link.href);
  // The lost one stays: where it is only slow, somebody may wait for it.
  void untilDone(() => comesBeside(link)).then(() => asked.delete(link.href));
}

/** Whether the sheet comes now; at the same place, since the order of sheets counts. */
function comesBeside(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((done) => {
    const next = link.cloneNode();
    next.addEventListener("load", () => done(true));
    next.addEventListener("error", () => {
      next.parentNode?.removeChild(next);
      done(false);
    });
    link.after(next);
  });
}
