import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

interface AxeScope {
  /** CSS selector of the part that is looked at; all of the page by default. */
  include?: string;
  /** Tags of the rules; by default all that axe itself turns on: WCAG 2.2 A and AA, and best practice. */
  tags?: readonly string[];
  /** Single rules instead. */
  rules?: readonly string[];
}

/** WCAG 2.2 A and AA without best practice: for a part of a page, which has no landmarks of its own. */
export const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

/** What axe finds wrong with a page's accessibility, each as "rule: where html". */
export async function axeFaults(
  page: Page,
  { include, tags, rules }: AxeScope = {},
): Promise<string[]> {
  // Axe does not know the top layer, and takes the tab bar beneath an open sheet for above it. In that layer itself
  // the number means nothing.
  await page.evaluate(() => {
    for (const modal of document.querySelectorAll<HTMLElement>("dialog:modal"))
      modal.style.zIndex = "1000";
  });
  // No page of the app has a frame: what looks into frames opens another page for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (include !== undefined) axe.include(include);
  if (tags) axe.withTags([...tags]);
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
  );
}
