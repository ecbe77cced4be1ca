import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readIcons, textOfPicture } from "../../../../src/features/platform/icons/iconify.ts";
import { readPlainDrawing } from "../../../../src/features/platform/icons/plain-drawing.ts";
import type { Shape } from "../../../../src/ui/figures/drawing.ts";
import { Icons } from "../../../../venue/platform/icons/icons.ts";

const framed = (body: string, viewBox = "0 0 24 24") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`;
const path = '<path fill="#f7931a" fill-rule="evenodd" d="M1 2.5-.3h8v8H0z"/>';

describe("an icon that may stand in the page itself", () => {
  test("has its shapes, one within another, and its frame", () => {
    const text = framed(
      `<g fill="none" transform="translate(12 12) rotate(90)">${path}<circle cx="1" cy="2" r="3"></circle></g>`,
      "-1 0 32 16",
    );
    expect(readPlainDrawing(text)).toEqual({
      viewBox: "-1 0 32 16",
      shapes: [
        {
          name: "g",
          attributes: [
            ["fill", "none"],
            ["transform", "translate(12 12) rotate(90)"],
          ],
          shapes: [
            {
              name: "path",
              attributes: [
                ["fill", "#f7931a"],
                ["fill-rule", "evenodd"],
                ["d", "M1 2.5-.3h8v8H0z"],
              ],
              shapes: [],
            },
            {
              name: "circle",
              attributes: [
                ["cx", "1"],
                ["cy", "2"],
                ["r", "3"],
              ],
              shapes: [],
            },
          ],
        },
      ],
    });
  });

  test("does without an edge that is the picture's own, and with no other", () => {
    const clipped = (size: number) =>
      `<g fill="none"><g clip-path="url(#a1)">${path}</g><defs><clipPath id="a1"><path fill="#fff" d="M0 0h${size}v${size}H0z"/></clipPath></defs></g>`;
    expect(readPlainDrawing(framed(clipped(24)))).toEqual(
      readPlainDrawing(framed(`<g fill="none"><g>${path}</g></g>`)),
    );
    expect(readPlainDrawing(framed(clipped(20)))).toBeUndefined();
    expect(readPlainDrawing(framed(clipped(24), "4 0 24 24"))).toBeUndefined();
  });

  test("is what the venue has for nearly all coins that Home lists first", async () => {
    const names = "btc eth sol xrp doge bnb trx ltc ada link dot avax near etc fil uni".split(" ");
    const icons = readIcons(await new Icons(() => true).answer("coin", names));
    const plain = names.filter((name) => readPlainDrawing(textOfPicture(icons.get(name) ?? "")));
    expect(plain.length).toBeGreaterThanOrEqual(names.length - 2);
  });

  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a handler", '<path onload="alert(1)" d="M0 0"/>'],
    ["a link", '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ["an image", '<image href="https://elsewhere.example/x.png"/>'],
    ["an element of the page", '<use href="#root"/>'],
    ["other markup", "<foreignObject><form/></foreignObject>"],
    ["a style sheet", "<style>*{display:none}</style>"],
    ["a style", '<path style="position:fixed" d="M0 0"/>'],
    ["a class", '<path class="sheet" d="M0 0"/>'],
    ["a name", '<path id="root" d="M0 0"/>'],
    ["motion", '<animate attributeName="href" to="x"/>'],
    ["a colour that is loaded", '<path fill="url(https://elsewhere.example/x.svg#a)" d="M0 0"/>'],
    ["a colour that is referred to", '<path fill="URL( #a)" d="M0 0"/>'],
    ["an entity", '<path fill="&#117;rl(#a)" d="M0 0"/>'],
    ["an escape", String.raw`<path fill="\75rl(#a)" d="M0 0"/>`],
    ["text", "Bitcoin"],
    ["a comment", `<!-- ${path} -->`],
    ["an end that is missing", `<g>${path}`],
    ["an end too many", `${path}</g>`],
    ["a picture within it", framed(path)],
    ["a second picture", `${path}</svg><svg viewBox="0 0 1 1">`],
    ["more shapes than a page should have", path.repeat(101)],
    ["more levels than a picture needs", `${"<g>".repeat(9)}${path}${"</g>".repeat(9)}`],
  ])("%s is not for the page", (_name, body) => {
    expect(readPlainDrawing(framed(path + body))).toBeUndefined();
    expect(readPlainDrawing(framed(path))).toBeDefined();
  });

  test("nothing but plain shapes is let through, whatever the markup", () => {
    const word = fc.constantFrom(
      ..."< > / = g path svg script d fill id onload url(#a) &quot; <g> </g> <!-- ]]>".split(" "),
      '"',
      " ",
      "\n",
      "M0 0",
      path,
    );
    const names = (shapes: readonly Shape[]): string[] =>
      shapes.flatMap((shape) => [
        shape.name,
        ...shape.attributes.map(([name]) => name),
        ...names(shape.shapes),
      ]);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const drawing = readPlainDrawing(framed(words.join("")));
        const known = new Set(["g", "path", "d", "fill", "fill-rule"]);
        expect(names(drawing?.shapes ?? []).filter((name) => !known.has(name))).toEqual([]);
        expect(JSON.stringify(drawing ?? "")).not.toMatch(/url\(|[<>&]/);
      }),
    );
  });
});
