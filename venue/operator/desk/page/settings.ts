import type { ConfKey, ConfRow } from "#protocol/api/operator.ts";
import { type Frame, get, post, type View } from "./api.ts";
import { el, field, problemBox, sending, when } from "./dom.ts";

/** What a setting is changed with, and what it then says. */
interface Editor {
  element: HTMLElement;
  read: () => unknown;
}

/** Key of a row, heading, and what its inputs take. */
type Column = readonly [key: string, label: string, kind: "text" | "number" | "switch"];
type Row = Readonly<Record<string, string | number>>;

const secondsColumns: readonly Column[] = [
  ["symbol", "Market", "text"],
  ["time", "Seconds", "number"],
  ["odds", "Odds", "text"],
  ["min", "Least stake", "text"],
  ["max", "Most stake", "text"],
  ["enabled", "Offered", "switch"],
];
const contactColumns: readonly Column[] = [
  ["name", "Name", "text"],
  ["type", "Type", "text"],
  ["url", "Address", "text"],
  ["icon", "Icon", "text"],
];

const maintenanceColumns: readonly Column[] = [
  ["from", "From", "text"],
  ["to", "To", "text"],
  ["note", "Why", "text"],
];

/** How each setting is shown and read back. */
const editors: Readonly<
  Record<ConfKey, { title: string; about: string; make: (value: unknown) => Editor }>
> = {
  review: {
    title: "Who decides requests",
    about:
      "auto: the venue itself, after a delay that users see. manual: an operator. Clients are told which.",
    make: (value) => selectOf(["auto", "manual"], value),
  },
  review_after: {
    title: "Delay before the venue decides",
    about: "Seconds, for requests made from now on.",
    make: (value) => numberOf(value),
  },
  withdrawals_paused: {
    title: "Paused withdrawals",
    about:
      "One a line: a currency (USDT), one of its networks (USDT:TRC20), or * for all. Users see that it is paused.",
    make: (value) => linesOf(value),
  },
  seconds_conf: {
    title: "Seconds contracts on offer",
    about:
      "For new contracts; the odds of an open one never change. Market * is every market. Odds 0.95: a right call gains 95 % of the stake. Clients are shown them.",
    make: (value) => rowsOf(secondsColumns, value),
  },
  contacts: {
    title: "Customer service",
    about: "Addresses begin with https://, mailto: or tel:.",
    make: (value) => rowsOf(contactColumns, value),
  },
  maintenance: {
    title: "Planned maintenance",
    about:
      "Announced in the app two days ahead. Minutes of UTC such as 2026-12-01T22:00Z, and a few words on why.",
    make: (value) => rowsOf(maintenanceColumns, value),
  },
  worker: {
    title: "Service worker of the app",
    about:
      "off: browsers drop the worker and what it kept within minutes, and the app needs the network again; drafts stay. For a worker that does harm.",
    make: (value) => selectOf(["on", "off"], value),
  },
};

/** What may change while the venue runs. */
export const settings: View = async (place, _words, { status, say }) => {
  const { list } = await get("conf", {});
  place.append(
    el("h1", {}, "Settings"),
    el(
      "p",
      {},
      "What may change while the venue runs. For prices, odds of open contracts, settled results and journals there is no such call.",
    ),
    el(
      "p",
      {},
      status.two_over === null
        ? "One operator is enough to approve (REVIEW_TWO_OVER is not set)."
        : `Requests worth more than ${status.two_over} USDT take two operators (REVIEW_TWO_OVER).`,
    ),
    el(
      "p",
      {},
      "Another SEED or MARKET is refused at the start while anything is open. On the venue's machine ",
      el("code", {}, "npm run operator -- settle-open"),
      " says what ending all of it would do, and does it when asked to: orders cancelled, positions closed at the last mark price without a fee, seconds contracts refunded, the same for everybody.",
    ),
    el(
      "div",
      { className: "cards" },
      list.map((row) => form(row, say)),
    ),
  );
};

function form(row: ConfRow, say: Frame["say"]): HTMLElement {
  const { title, about, make } = editors[row.key];
  const editor = make(row.value);
  const reason = el("input", { required: true, maxLength: 200 });
  const [button, box, state] = [
    el("button", { type: "submit" }, "Save"),
    problemBox(),
    el("p", { className: "hint" }),
  ];
  let { version } = row;
  const tell = ({ by, time }: ConfRow) =>
    state.replaceChildren(
      by === null
        ? "As the venue was started."
        : el("span", {}, `Changed by ${by.replace(/^operator:/, "")}, `, when(time)),
    );
  tell(row);
  return el(
    "form",
    {
      className: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        const saved = await sending([button], box, () =>
          post("setConf", { key: row.key, value: editor.read(), version, reason: reason.value }),
        );
        if (!saved) return;
        version = saved.version;
        reason.value = "";
        tell(saved);
        say(`${title}: saved.`);
      },
    },
    el("h2", {}, title),
    el("p", { className: "hint" }, about),
    labelled(editor.element, title),
    field("Reason", reason, "For the audit log."),
    box,
    el("div", { className: "buttons" }, button),
    state,
  );
}

function labelled(element: HTMLElement, title: string): HTMLElement {
  element.setAttribute("aria-label", title);
  return element;
}

function selectOf(options: readonly string[], value: unknown): Editor {
  const element = el(
    "select",
    {},
    options.map((text) => el("option", { value: text, selected: text === value }, text)),
  );
  return { element, read: () => element.value };
}

function numberOf(value: unknown): Editor {
  const element = el("input", {
    type: "number",
    min: "0",
    max: "604800",
    step: "1",
    required: true,
    value: String(value),
  });
  return { element, read: () => Number(element.value) };
}

function linesOf(value: unknown): Editor {
  const element = el("textarea", {
    rows: 3,
    value: (value as readonly string[]).join("\n"),
    placeholder: "None is paused",
  });
  return {
    element,
    read: () =>
      element.value
        .split(/[\n,]/)
        .map((text) => text.trim())
        .filter((text) => text !== ""),
  };
}

/** Rows of inputs, one a column, with a row more or less at will. */
function rowsOf(columns: readonly Column[], rows: unknown): Editor {
  const body = el("tbody", {});
  const readers = new Map<Element, () => Row>();
  const add = (row: Row): HTMLInputElement | undefined => {
    const controls = columns.map(([key, label, kind]) => {
      const control = el(
        "input",
        kind === "switch"
          ? { type: "checkbox", checked: row[key] === 1 }
          : { type: kind, value: String(row[key] ?? ""), size: key === "url" ? 28 : 8 },
      );
      control.setAttribute("aria-label", label);
      return [key, kind, control] as const;
    });
    const line: HTMLTableRowElement = el(
      "tr",
      {},
      controls.map(([, , control]) => el("td", {}, control)),
      el(
        "td",
        {},
        el(
          "button",
          { type: "button", className: "plain", onclick: () => line.remove() },
          "Remove",
        ),
      ),
    );
    readers.set(line, () =>
      Object.fromEntries(
        controls.map(([key, kind, control]) => [
          key,
          kind === "switch"
            ? Number(control.checked)
            : kind === "number"
              ? Number(control.value)
              : control.value.trim(),
        ]),
      ),
    );
    body.append(line);
    return controls[0]?.[2];
  };
  (rows as readonly Row[]).forEach(add);
  const element = el(
    "div",
    { role: "group" },
    el(
      "div",
      { className: "scroll" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            columns.map(([, label]) => el("th", { scope: "col" }, label)),
            el("th", { scope: "col" }, "Row"),
          ),
        ),
        body,
      ),
    ),
    el(
      "button",
      { type: "button", className: "plain", onclick: () => add({})?.focus() },
      "Add a row",
    ),
  );
  return { element, read: () => [...body.children].map((line) => readers.get(line)?.()) };
}
