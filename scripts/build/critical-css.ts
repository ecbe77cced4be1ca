import postcss, { AtRule, type ChildNode, type Container, type Document } from "postcss";

/** What a selector asks of a page by name; attributes and states are left out, since scripts change them. */
const namesIn = /(?<part>[.#]?)(?<name>-?[_a-zA-Z][\w-]*)/g;
const attributesAndStates = /\[[^\]]*\]|::?[\w-]+(?=[\s,>+~.#[:)]|$)/g;
const nowhere = /::?(?:hover|active|target|fullscreen|view-transition)/;

/**
 * The rules that a page may need before its style sheets have come: those whose classes, ids and elements the page
 * names, whatever the state of its parts. Their order stays, so that the sheets, which follow, change nothing.
 * @param html the page as the build wrote it
 * @param sheets the style sheets that it links to, in their order
 */
export function criticalCss(html: string, sheets: readonly string[]): string {
  const names = namesOf(html);
  const isWanted = (selector: string) =>
    !nowhere.test(selector) &&
    // What a selector excludes, or only may have, need not be there.
    [...flat(selector).replaceAll(attributesAndStates, " ").matchAll(namesIn)].every(({ groups }) =>
      names.has(`${groups?.["part"] ?? ""}${groups?.["name"] ?? ""}`),
    );
  const root = postcss.parse(sheets.join("\n"));
  drop(root, (node) => {
    if (node.type !== "rule" || isKeyframes(node.parent)) return node.type === "comment";
    node.selectors = node.selectors.filter(isWanted);
    return node.selectors.length === 0 || node.selectors[0] === "";
  });
  const moved = new Set<string>();
  root.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) moved.add(word);
  });
  drop(root, (node) => node instanceof AtRule && isKeyframes(node) && !moved.has(node.params));
  return root.toString();
}

/** Tags, `.classes` and `#ids` of a page. */
function namesOf(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, tag = "", attributes = ""] of html.matchAll(
    /<([a-zA-Z][\w-]*)((?:"[^"]*"|[^>"])*)>/g,
  )) {
    names.add(tag);
    const [, classes = ""] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
    for (const name of classes.split(/\s+/)) names.add(`.${name}`);
    const [, id] = /\sid="([^"]*)"/.exec(attributes) ?? [];
    if (id !== undefined) names.add(`#${id}`);
  }
  return names;
}

/** The selector without the arguments of `:not`, `:is`, `:where` and `:has`. */
function flat(selector: string): string {
  const inner = /:(?:not|is|where|has)\([^()]*\)/g;
  let before = selector;
  for (;;) {
    const after = before.replaceAll(inner, "");
    if (after === before) return after;
    before = after;
  }
}

const isKeyframes = (node: Container | Document | ChildNode | undefined) =>
  node instanceof AtRule && node.name.endsWith("keyframes");

/** Removes what `isUnwanted` says, and what is empty then. */
function drop(container: Container, isUnwanted: (node: ChildNode) => boolean): void {
  for (const node of container.nodes?.slice() ?? []) {
    if ("nodes" in node && node.nodes && node.type !== "rule") drop(node, isUnwanted);
    const isEmpty = node.type === "atrule" && node.nodes?.length === 0;
    if (isEmpty || isUnwanted(node)) node.remove();
  }
}
