import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Change } from "../../../../src/ui/figures/change.tsx";
import { Figure } from "../../../../src/ui/figures/figure.tsx";

const textOf = (part: ReactNode) => renderToStaticMarkup(part).replaceAll(/<[^>]+>/g, "");

test("a figure cut short is a button that opens the whole one, and shows it under a mouse", () => {
  const markup = renderToStaticMarkup(
    <Figure text="9,851.73 USDT" whole="9,851.7364906 USDT" label="Available" />,
  );
  const [, button = "", note] = /^(<button.*<\/button>)(<span.*)$/.exec(markup) ?? [];
  expect(button).toContain('title="9,851.7364906 USDT"');
  expect(button).toContain(">9,851.73 USDT<");
  const [, opened] = /popovertarget="([^"]+)"/i.exec(button) ?? [];
  expect(opened).toBeDefined();
  expect(note).toContain(`id="${opened}"`);
  expect(note).toContain("9,851.7364906 USDT");
});

test("a figure that is whole is text and no control", () => {
  expect(renderToStaticMarkup(<Figure text="10.00" whole="10.00" label="Available" />)).toBe(
    "10.00",
  );
});

test("a change of money is written as money, and one below a cent has a direction", () => {
  expect(textOf(<Change value="12.345" currency="USDT" locale="en-US" />)).toBe("+12.34\u00a0USDT");
  expect(textOf(<Change value="12.345" currency="USDT" bare locale="en-US" />)).toBe("+12.34");
  expect(textOf(<Change value="1.5" locale="en-US" />)).toBe("+1.50%");
  const small = renderToStaticMarkup(<Change value="-0.0052" currency="USDT" locale="en-US" />);
  expect(small).toContain('data-direction="down"');
  expect(small).toContain("\u22120.0052");
});
