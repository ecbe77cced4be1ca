/**
 * An element with its properties and what stands in it. Text is always text: nothing a user wrote is ever
 * read as markup.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

/** A labelled control; `hint` says what is expected before anything is wrong. */
export function field(label, control, hint) {
  const id = control.id || `f${crypto.randomUUID().slice(0, 8)}`;
  control.id = id;
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return el(
    "div",
    { className: "field" },
    el("label", { htmlFor: id }, label),
    control,
    hint && el("p", { className: "hint", id: `${id}-hint` }, hint),
  );
}

/** A table that scrolls by itself where it is wide; cells are texts or elements. */
export function table(caption, headings, rows, empty) {
  if (rows.length === 0) return el("p", { className: "quiet" }, empty);
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
          headings.map((heading) =>
            el(
              "th",
              { scope: "col", className: heading.startsWith("#") ? "figure" : "" },
              heading.replace(/^#/, ""),
            ),
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
            cells.map((cell, at) =>
              el("td", { className: headings[at].startsWith("#") ? "figure" : "" }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

export function facts(pairs) {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))),
  );
}

const dateTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

export function when(ms) {
  return ms === null || ms === undefined
    ? "never"
    : el("time", { dateTime: new Date(ms).toISOString() }, dateTime.format(ms));
}

/** `in 4 min`, for what is due. */
export function until(ms, now) {
  const seconds = Math.round((ms - now) / 1000);
  if (seconds <= 0) return "any moment";
  return seconds < 90
    ? `in ${seconds} s`
    : seconds < 5400
      ? `in ${Math.round(seconds / 60)} min`
      : `in ${Math.round(seconds / 3600)} h`;
}

/** The amount with groups of three, its decimals as they are. */
export function amount(text) {
  const [, sign = "", whole = text, rest = ""] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  return `${sign === "-" ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, " ")}${rest}`;
}

export function problemBox() {
  return el("p", { className: "problem", role: "alert", hidden: true });
}

/**
 * Runs what a form or a button sends: locked meanwhile, its failure told beside it, what was typed kept.
 */
export async function sending(buttons, box, run) {
  box.hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    return await run();
  } catch (error) {
    box.textContent = error.message;
    box.hidden = false;
    return undefined;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
