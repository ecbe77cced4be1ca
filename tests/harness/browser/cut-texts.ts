import type { Page } from "playwright-core";

/** The texts on screen that are not whole: an ancestor that cannot be scrolled to them cuts them off. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slackPx = 1.5;
    const isClipped = (text: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let at = text.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(at);
        const [x, y] = [overflowX, overflowY].map((way) => /auto|scroll/.test(way));
        if (x || y || position === "fixed") return false;
        if (!/hidden|clip/.test(overflowX)) continue;
        // Texts for screen readers alone.
        if (at.clientWidth <= 1) return false;
        const edge = at.getBoundingClientRect();
        const [left, top] = [edge.left + at.clientLeft, edge.top + at.clientTop];
        // One line of several, of which only what has room is shown.
        if (box.bottom <= top + slackPx || box.top >= top + at.clientHeight - slackPx) return false;
        if (box.left < left - slackPx || box.right > left + at.clientWidth + slackPx) return true;
        if (webkitLineClamp !== "none" && box.bottom > top + at.clientHeight + slackPx) return true;
      }
      return false;
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const words = text.data.trim();
      const host = text.parentElement;
      if (
        words === "" ||
        !host?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      if (host.closest("canvas, option")) continue;
      if (isClipped(text)) found.add(words);
    }
    return [...found];
  });
}
