import { get, post, session, whenOver } from "./api.js";
import { audit, house, ledger } from "./books.js";
import { el, field, problemBox, sending } from "./dom.js";
import { reviews } from "./reviews.js";
import { settings } from "./settings.js";
import { user, users } from "./users.js";

const main = document.querySelector("#main");
const nav = document.querySelector("#nav");
const who = document.querySelector("#who");
const said = document.querySelector("#said");

const views = { reviews, users, user, house, ledger, audit, settings };
const tabs = [
  ["reviews", "Reviews"],
  ["users", "Accounts"],
  ["house", "House"],
  ["ledger", "Ledger"],
  ["audit", "Audit log"],
  ["settings", "Settings"],
];
const refreshMs = 5000;

/** Leaves the view: stops what it repeats. */
let leave = () => undefined;
let shown = 0;

const saidMs = 6000;
let silence = 0;

/** Says what was done, for a while. */
export function say(text) {
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => (said.textContent = ""), saidMs);
}

async function show() {
  leave();
  leave = () => undefined;
  const turn = ++shown;
  if (!session.token) return showLogin();
  const status = await get("getStatus").catch((error) => error);
  if (turn !== shown) return undefined;
  if (status instanceof Error) return session.token ? showFault(status) : undefined;
  showFrame(status);
  if (status.must_change) return showOwnPassword();
  const [name = "reviews", ...words] = location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  const view = Object.hasOwn(views, name) ? name : "reviews";
  markTab(view);
  const hasFocus = nav.contains(document.activeElement) || document.activeElement === document.body;
  const place = el("div", {});
  main.replaceChildren(place);
  const stop = await views[view](place, words, { status, say }).catch((error) => {
    place.replaceChildren(
      el("h1", {}, "That did not work"),
      el("p", { className: "problem", role: "alert" }, error.message),
    );
  });
  if (turn === shown) leave = stop ?? leave;
  else stop?.();
  document.title = `${place.querySelector("h1")?.textContent ?? "Desk"} · ${status.venue} desk`;
  if (!hasFocus) main.focus({ preventScroll: true });
  return undefined;
}

function showFrame({ name, venue, queues }) {
  document.querySelector("#venue").textContent = `${venue} · operators' desk`;
  who.hidden = false;
  who.replaceChildren(
    el("span", {}, "Logged in as ", el("strong", {}, name)),
    " ",
    el("button", { type: "button", className: "plain", onclick: logOut }, "Log out"),
  );
  nav.hidden = false;
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
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
            view === "reviews" &&
              el("span", { className: "count" }, waiting > 0 ? ` ${waiting}` : ""),
          ),
        ),
      ),
    ),
  );
}

function markTab(view) {
  const tab = view === "user" ? "users" : view;
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.view === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function hideFrame() {
  who.hidden = true;
  nav.hidden = true;
}

function showFault(error) {
  main.replaceChildren(
    el("h1", {}, "The desk cannot be shown"),
    el("p", { className: "problem", role: "alert" }, error.message),
    el("button", { type: "button", onclick: show }, "Try again"),
  );
}

function showLogin(message) {
  hideFrame();
  document.title = "Log in · operators' desk";
  const box = problemBox();
  if (message) {
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
        return opened.must_change === 1 ? showOwnPassword(password.value, opened.name) : show();
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

function showOwnPassword(given = "", operator = "") {
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

async function logOut() {
  await post("logout").catch(() => undefined);
  session.end();
  location.hash = "";
  await show();
}

/** Counts go on while a view stands; the view itself sees to its own. */
setInterval(async () => {
  if (!session.token || nav.hidden || document.hidden) return;
  const status = await get("getStatus").catch(() => undefined);
  if (!status || nav.hidden) return;
  const waiting = status.queues.reduce((sum, queue) => sum + queue.waiting, 0);
  nav.querySelector(".count").textContent = waiting > 0 ? ` ${waiting}` : "";
  dispatchEvent(new CustomEvent("desk-status", { detail: status }));
}, refreshMs);

whenOver((message) => showLogin(message));
addEventListener("hashchange", () => void show());
await show();
