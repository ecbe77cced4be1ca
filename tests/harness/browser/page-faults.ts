import type { Page } from "playwright-core";

/** Notes from before the page's own code what its policy forbids and what touched it. */
export function watchPage(): void {
  const seen: string[] = [];
  Object.defineProperty(window, "forbidden", { value: seen });
  document.addEventListener("securitypolicyviolation", (event) =>
    seen.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
  if (sessionStorage.getItem("kept") !== null) return;
  localStorage.clear();
  indexedDB.deleteDatabase("godwit");
}

/** What is wrong with a page that shows an answer it could not trust: blank, waiting for ever, run or torn by it. */
export function pageFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const shown = (element: Element | null | undefined): boolean => {
      if (!element?.checkVisibility({ visibilityProperty: true })) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0;
    };
    const expectShown = (what: string, selector: string) => {
      if (
        ![...document.querySelectorAll(selector)].some(
          (element) => element.checkVisibility() && element.getClientRects().length > 0,
        )
      )
        found.push(`no ${what}`);
    };
    expectShown("heading", "h1");
    expectShown("header", "header");
    expectShown("tab bar", "nav a[href='/assets']");
    const main = document.querySelector("main");
    if ((main?.innerText.trim().length ?? 0) < 12)
      found.push(`blank: ${main?.innerText ?? "no main"}`);

    const scope = main ?? document.body;
    const waiting = [
      ...document.querySelectorAll("[aria-busy=true], [data-shape][aria-hidden=true]"),
    ].find(shown);
    if (waiting)
      found.push(
        `still waiting: ${waiting.closest("section, dl, article, li, header, [aria-label]")?.outerHTML.slice(0, 160)} ${waiting.parentElement?.outerHTML.slice(0, 200)}`,
      );
    if (document.querySelector("[popover=manual]:popover-open svg circle")) found.push("veiled");
    if (/\b500\b/.test(scope.querySelector("[role=alert] > p:first-child")?.textContent ?? ""))
      found.push("the error page");

    const marks = globalThis as { struck?: unknown; forbidden?: string[] };
    if (marks.struck !== undefined || ({} as { struck?: unknown }).struck !== undefined)
      found.push("struck");
    found.push(...(marks.forbidden ?? []).map((what) => `forbidden: ${what}`));
    // The first script stands in the page, and its policy names it by its hash.
    for (const script of [...document.scripts].filter(
      (one) => one !== document.scripts[0] || one.src,
    ))
      if (new URL(script.src || "about:blank").origin !== location.origin)
        found.push(`script ${script.outerHTML.slice(0, 100)}`);
    for (const element of document.querySelectorAll(
      "iframe, object, embed, base, meta[http-equiv=refresh]",
    ))
      found.push(element.outerHTML.slice(0, 100));
    for (const element of document.querySelectorAll("*")) {
      if (element.getAttributeNames().some((name) => name.startsWith("on")))
        found.push(`handler ${element.outerHTML.slice(0, 100)}`);
    }
    for (const link of document.querySelectorAll("a"))
      if (!["http:", "https:", "mailto:", "tel:"].includes(link.protocol))
        found.push(`link ${link.href.slice(0, 100)}`);
    for (const image of document.images) {
      const { protocol, origin } = new URL(image.src || location.href);
      if (origin !== location.origin && !["data:", "blob:"].includes(protocol))
        found.push(`picture ${image.src.slice(0, 100)}`);
    }
    if (/[\u202A-\u202E\u2066-\u2069]/.test(document.body.innerText)) found.push("turned text");
    if (document.documentElement.scrollWidth > innerWidth) {
      const wide = [...document.body.querySelectorAll("*")]
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
        )
        .at(0);
      found.push(
        `too wide: ${document.documentElement.scrollWidth} ${wide?.outerHTML.slice(0, 140)}`,
      );
    }
    if (document.documentElement.scrollHeight > 30_000 && document.body.innerText.length > 30_000)
      found.push(`too long: ${document.body.innerText.length} characters`);
    return found;
  });
}
