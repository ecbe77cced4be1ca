import type { Drawing, Shape } from "../../../ui/figures/drawing.ts";

/** Elements that only draw. */
const elements = new Set("circle ellipse g line path polygon polyline rect".split(" "));
/** Attributes that only say where and how. */
const attributes = new Set(
  [
    "cx cy d height points r rx ry transform width x x1 x2 y y1 y2",
    "clip-rule fill fill-opacity fill-rule opacity",
    "stroke stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width",
  ].flatMap((names) => names.split(" ")),
);
/** Numbers, colours and the names of functions, of which `url` refers to something. */
const plainValue = /^(?!.*url\s*\()[\w\s#.,%()+-]*$/is;
const tag = /\s*<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>\s*/y;
const attribute = /([\w:-]+)="([^"]*)"/g;
/** A clip to the whole picture, which most icons of a set have. An `<svg>` clips there by itself, so it is left out. */
const wholeClip =
  /<defs><clipPath id="([\w-]+)"><path(?: fill="#fff")? d="M0 0h(\d+)v(\d+)H0z"\/><\/clipPath><\/defs>/;
/** More of either is a picture to be loaded, not a part of the page. */
const mostShapes = 100;
const deepest = 8;

interface OpenShape extends Shape {
  attributes: [string, string][];
  shapes: OpenShape[];
}

/**
 * Reads an SVG document that is nothing but shapes; `undefined` for any other, which is to be shown as an image, where
 * scripts, links and styles have no effect on the page.
 */
export function readPlainDrawing(document: string): Drawing | undefined {
  const text = withoutWholeClip(document);
  const outermost: OpenShape = { name: "", attributes: [], shapes: [] };
  const open = [outermost];
  let shapes = 0;
  tag.lastIndex = 0;
  while (tag.lastIndex < text.length) {
    const [, isEnd, name = "", words = "", isWhole] = tag.exec(text) ?? [];
    const around = open.at(-1);
    if (around === undefined || name === "") return undefined;
    if (isEnd) {
      if (around.name !== name || words !== "" || isWhole) return undefined;
      open.pop();
      continue;
    }
    const shape = shapeOf(name, words, around === outermost);
    if (!shape || open.length > deepest || (shapes += 1) > mostShapes) return undefined;
    around.shapes.push(shape);
    if (!isWhole) open.push(shape);
  }
  const [root, ...others] = outermost.shapes;
  const viewBox = root?.attributes.find(([name]) => name === "viewBox")?.[1];
  return open.length === 1 && root && others.length === 0 && viewBox !== undefined
    ? { viewBox, shapes: root.shapes }
    : undefined;
}

function withoutWholeClip(text: string): string {
  const [definition, id, width, height] = wholeClip.exec(text) ?? [];
  if (definition === undefined || !text.includes(` viewBox="0 0 ${width} ${height}"`)) return text;
  return text.replace(definition, "").replace(` clip-path="url(#${id})"`, "");
}

function shapeOf(name: string, words: string, isOutermost: boolean): OpenShape | undefined {
  if (isOutermost ? name !== "svg" : !elements.has(name)) return undefined;
  const found = [...words.matchAll(attribute)].map(([, key = "", value = ""]): [string, string] => [
    key,
    value,
  ]);
  const given = isOutermost ? found.filter(([key]) => key !== "xmlns") : found;
  const isPlain = given.every(
    ([key, value]) =>
      (isOutermost ? key === "viewBox" : attributes.has(key)) && plainValue.test(value),
  );
  return isPlain ? { name, attributes: given, shapes: [] } : undefined;
}
