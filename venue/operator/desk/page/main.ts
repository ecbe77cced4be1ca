import { get, post, session, type Status, type View, whenOver } from "./api.ts";
import { audit, house, ledger } from "./books.ts";
import { el, field, messageOf, problemBox, sending } from "./dom.ts";
import { overview } from "./overview.ts";
import { reviews } from "./reviews.ts";
import { settings } from "./settings.ts";
import { user, users } from "./users.ts";

const [main, nav, who, said, venue] = ["main", "nav", "who", "said", "venue"].map(part) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
  HTMLElement,
  HTMLElement,
];

const views: Readonly<Record<string, View>> = {
  reviews,
  overview,
  users,
  user,
  house,
  ledger,
  audit,
  settings,
};
const tabs = [
  ["reviews", "Reviews"],
  ["overview", "Overview"],
  ["users", "Accounts"],
  ["house", "House"],
  ["ledger", "Ledger"],
  ["audit", "Audit log"],
  ["settings", "Settings"],
] as const;
const refreshMs = 5000;

/** Leaves the view: stops what it repeats. */
let leave: () => void = () => undefined;
let shown = 0;

const saidMs = 6000;
let silence: ReturnType<typeof setTimeout> | undefined;

/** A part of index.html. */
function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

function say(text: string): void {
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => (said.textContent = ""), saidMs);
}

async function show(): Promise<void> {
  leave();
  leave = () => undefined;
  const turn = ++shown;
  if (session.token === null) return showLogin();
  const status = await get("status", {}).catch(toError);
  if (turn !== shown) return;
  if (status instanceof Error) {
    if (session.token !== null) showFault(status);
    return;
  }
  showFrame(status);
  if (status.must_change) return showOwnPassword();
  const [name = "reviews", ...words] = location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  const view = Object.hasOwn(views, name) ? name : "reviews";
  const render = views[view] ?? reviews;
  markTab(view);
  const hasFocus = nav.contains(document.activeElement) || document.activeElement === document.body;
  const place = el("div", {});
  main.replaceChildren(place);
  const stop = await render(place, words, { status, say }).catch((error: unknown) =>
    place.replaceChildren(
      el("h1", {}, "That did not work"),
      el("p", { className: "problem", role: "alert" }, messageOf(error)),
    ),
  );
  if (turn === shown) leave = stop ?? leave;
  else stop?.();
  document.title = `${place.querySelector("h1")?.textContent ?? "Desk"} · ${status.venue} desk`;
  if (!hasFocus) main.focus({ preventScroll: true });
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

const waitingOf = ({ queues }: Status) => {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  return waiting > 0 ? ` ${waiting}` : "";
};

function showFrame(status: Status): void {
  const { name } = status;
  venue.textContent = `${status.venue} · operators' desk`;
  who.hidden = false;
  who.replaceChildren(
    el("span", {}, "Logged in as ", el("strong", {}, name)),
    " ",
    el("button", { type: "button", className: "plain", onclick: () => logOut() }, "Log out"),
  );
  nav.hidden = false;
  nav.replaceChildren(
    el(
      "ul",
      {},
      tabs.map(([view, label]) =>
        el(
          "li",
          {},
          el(
            "a",
            { href: `#/${view}`, "data-view": view },
            label,
            view === "reviews" && el("span", { className: "count" }, waitingOf(status)),
          ),
        ),
      ),
    ),
  );
}

function markTab(view: string): void {
  const tab = view === "user" ? "users" : view;
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset["view"] === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function hideFrame(): void {
  who.hidden = true;
  nav.hidden = true;
}

function showFault(error: Error): void {
  main.replaceChildren(
    el("h1", {}, "The desk cannot be shown"),
    el("p", { className: "problem", role: "alert" }, error.message),
    el("button", { type: "button", onclick: () => show() }, "Try again"),
  );
}

function showLogin(message = ""): void {
  hideFrame();
  document.title = "Log in · operators' desk";
  const box = problemBox();
  if (message !== "") {
    box.textContent = message;
    box.hidden = false;
  }
  const name = el("input", {
    name: "username",
    autocomplete: "username",
    required: true,
    maxLength: 64,
    autocapitalize: "none",
    spellcheck: false,
  });
  const password = el("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    maxLength: 128,
  });
  const code = el("input", {
    name: "totp",
    inputMode: "numeric",
    autocomplete: "one-time-code",
    required: true,
    pattern: "[0-9]{6}",
    maxLength: 6,
    title: "Six digits",
  });
  const button = el("button", { type: "submit" }, "Log in");
  const form = el(
    "form",
    {
      className: "narrow",
      onsubmit: async (event) => {
        event.preventDefault();
        const opened = await sending([button], box, () =>
          post("login", { account: name.value, password: password.value, totp: code.value }),
        );
        if (!opened) return code.select();
        session.begin(opened.token);
        if (opened.must_change === 1) showOwnPassword(password.value, opened.name);
        else await show();
      },
    },
    el("h1", {}, "Log in to the desk"),
    el(
      "p",
      {},
      "For operators of this venue. An operator is made on the venue's machine: ",
      el("code", {}, "npm run operator -- add NAME"),
    ),
    field("Name", name),
    field("Password", password),
    field("Code of your authenticator", code, "Six digits. Each code works once."),
    box,
    button,
  );
  main.replaceChildren(form);
  name.focus();
}

function showOwnPassword(given = "", operator = ""): void {
  hideFrame();
  document.title = "Your own password · operators' desk";
  const box = problemBox();
  const old = el("input", {
    type: "password",
    autocomplete: "current-password",
    required: true,
    maxLength: 128,
    value: given,
  });
  const password = el("input", {
    type: "password",
    autocomplete: "new-password",
    required: true,
    minLength: 12,
    maxLength: 128,
  });
  const button = el("button", { type: "submit" }, "Set password");
  main.replaceChildren(
    el(
      "form",
      {
        className: "narrow",
        onsubmit: async (event) => {
          event.preventDefault();
          const done = await sending([button], box, () =>
            post("setPass", { old_password: old.value, password: password.value }),
          );
          if (done) await show();
        },
      },
      el("h1", {}, `Set a password of your own${operator ? `, ${operator}` : ""}`),
      el("p", {}, "The password you were handed works for this alone."),
      el("input", { type: "hidden", autocomplete: "username", value: operator }),
      given ? null : field("Password you were handed", old),
      field("New password", password, "At least 12 characters. A sentence is good."),
      box,
      button,
    ),
  );
  (given ? password : old).focus();
}

async function logOut(): Promise<void> {
  await post("logout", {}).catch(() => undefined);
  session.end();
  location.hash = "";
  await show();
}

/** Counts go on while a view stands; the view itself sees to its own. */
async function countAgain(): Promise<void> {
  if (session.token === null || nav.hidden || document.hidden) return;
  const status = await get("status", {}).catch(() => undefined);
  if (!status || nav.hidden) return;
  nav.querySelector(".count")?.replaceChildren(waitingOf(status));
  dispatchEvent(new CustomEvent("desk-status", { detail: status }));
}

setInterval(() => void countAgain(), refreshMs);

whenOver((message) => showLogin(message));
addEventListener("hashchange", () => void show());
await show();
