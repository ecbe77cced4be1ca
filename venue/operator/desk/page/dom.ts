/** What may stand in an element; what is nothing is left out. */
export type Child = Node | string | null | undefined | false;

/** What an element is given: properties of its own, attributes, and what it does on an event. */
type Properties<Element extends HTMLElement> = {
  [
    Name in keyof Element as Element[Name] extends string | number | boolean | null ? Name : never
  ]?: Element[Name] | null | undefined;
} & { [Attribute in `aria-${string}` | `data-${string}`]?: string | null } & {
  onclick?: (event: MouseEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  onclose?: () => unknown;
};

type Given = [string, string | number | boolean | null | undefined | ((event: Event) => unknown)];

/**
 * An element with its properties and what stands in it. Text is always text: nothing a user wrote is ever
 * read as markup.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties) as Given[]) {
    if (value === undefined || value === null) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice(2), (event) => void value(event));
    else if (name in element) Object.assign(element, { [name]: value });
    else element.setAttribute(name, String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A labelled control; `hint` says what is expected before anything is wrong. */
export function field(label: string, control: Control, hint?: string): HTMLElement {
  const id = control.id || `f${crypto.randomUUID().slice(0, 8)}`;
  control.id = id;
  if (hint !== undefined) control.setAttribute("aria-describedby", `${id}-hint`);
  return el(
    "div",
    { className: "field" },
    el("label", { htmlFor: id }, label),
    control,
    hint !== undefined && el("p", { className: "hint", id: `${id}-hint` }, hint),
  );
}

/** A table that scrolls by itself where it is wide. A heading that begins with # is of figures. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Child[])[],
  empty: string,
): HTMLElement {
  if (rows.length === 0) return el("p", { className: "quiet" }, empty);
  const kinds = headings.map((heading) => (heading.startsWith("#") ? "figure" : ""));
  return el(
    "div",
    { className: "scroll", tabIndex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          headings.map((heading, at) =>
            el("th", { scope: "col", className: kinds[at] }, heading.replace(/^#/, "")),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((cells) =>
          el(
            "tr",
            {},
            cells.map((cell, at) => el("td", { className: kinds[at] }, cell)),
          ),
        ),
      ),
    ),
  );
}

/** Labels and what they say; what says nothing is left out. */
export function facts(pairs: readonly (readonly [label: string, value: Child])[]): HTMLElement {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))),
  );
}

const dateTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

export function when(ms: number | null): Child {
  return ms === null
    ? "never"
    : el("time", { dateTime: new Date(ms).toISOString() }, dateTime.format(ms));
}

/** `in 4 min`, for what is due. */
export function until(ms: number, now: number): string {
  const seconds = Math.round((ms - now) / 1000);
  if (seconds <= 0) return "any moment";
  return seconds < 90
    ? `in ${seconds} s`
    : seconds < 5400
      ? `in ${Math.round(seconds / 60)} min`
      : `in ${Math.round(seconds / 3600)} h`;
}

/** The amount with groups of three, its decimals as they are. */
export function amount(text: string): string {
  const [, sign = "", whole = text, rest = ""] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  return `${sign === "-" ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, " ")}${rest}`;
}

export function problemBox(): HTMLElement {
  return el("p", { className: "problem", role: "alert", hidden: true });
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Runs what a form or a button sends: locked meanwhile, its failure shown beside it, what was typed stays. */
export async function sending<Answer>(
  buttons: readonly HTMLButtonElement[],
  box: HTMLElement,
  run: () => Promise<Answer>,
): Promise<Answer | undefined> {
  box.hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    return await run();
  } catch (error) {
    box.textContent = messageOf(error);
    box.hidden = false;
    return undefined;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
