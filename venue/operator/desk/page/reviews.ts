import type { QueueItem, ReviewKind } from "#protocol/api/operator.ts";
import { type Frame, get, picture, post, type Status, type View } from "./api.ts";
import { amount, el, facts, field, messageOf, problemBox, sending, until, when } from "./dom.ts";

const kinds: Readonly<
  Record<ReviewKind, { label: string; one: string; approve: string; reject: string }>
> = {
  recharge: {
    label: "Recharges",
    one: "recharge",
    approve: "Credits the account.",
    reject: "Credits nothing.",
  },
  withdrawal: {
    label: "Withdrawals",
    one: "withdrawal",
    approve: "Pays out what was set aside.",
    reject: "Gives back what was set aside.",
  },
  bank: {
    label: "Bank cards",
    one: "bank card",
    approve: "The card may be paid to.",
    reject: "The card may not be paid to.",
  },
  cert: {
    label: "Certifications",
    one: "certification",
    approve: "The person is certified and the pictures are deleted.",
    reject: "Asks again for what you tick; the pictures are deleted.",
  },
  coin: {
    label: "Coin sells",
    one: "coin sell",
    approve: "The order meets the market from now on.",
    reject: "The order ends and its coins are free again.",
  },
};
const fieldNames: Readonly<Record<string, string>> = {
  name: "Name",
  id_number: "ID number",
  front: "Front picture",
  back: "Back picture",
};
const refreshMs = 5000;

const all = "all";
type Shown = ReviewKind | typeof all;
const labels: Readonly<Record<Shown, string>> = {
  all: "All waiting",
  ...(Object.fromEntries(Object.entries(kinds).map(([kind, { label }]) => [kind, label])) as Record<
    ReviewKind,
    string
  >),
};

const isShown = (text: string): text is Shown => Object.hasOwn(labels, text);
/** A request of any kind. */
const keyOf = ({ kind, ref_id }: QueueItem) => `${kind} ${ref_id}`;

/** The queues: what waits, and the two answers to it. */
export const reviews: View = async (place, [asked = all], { status, say }) => {
  const kind = isShown(asked) ? asked : all;
  const one = kind === all ? "request" : kinds[kind].one;
  const list = el("div", { className: "cards" });
  const empty = el("p", { className: "quiet", hidden: true }, `No ${one} is waiting.`);
  const tabs = el(
    "ul",
    { className: "tabs" },
    Object.entries(labels).map(([name, text]) =>
      el(
        "li",
        {},
        el(
          "a",
          { href: `#/reviews/${name}`, "aria-current": name === kind ? "page" : null },
          text,
          el("span", { className: "count", "data-kind": name }),
        ),
      ),
    ),
  );
  const count = ({ queues }: Status) => {
    for (const badge of tabs.querySelectorAll<HTMLElement>("[data-kind]")) {
      const name = badge.dataset["kind"];
      const waiting = queues
        .filter((queue) => name === all || queue.kind === name)
        .reduce((sum, queue) => sum + queue.waiting, 0);
      badge.textContent = waiting > 0 ? ` ${waiting}` : "";
    }
  };
  const mode =
    status.review === "auto"
      ? "The venue decides by itself after a short while (review: auto). What you decide first holds."
      : "Nothing is decided without an operator (review: manual).";
  const more = el("p", { className: "quiet", hidden: true });
  place.append(
    el("h1", {}, labels[kind]),
    el("nav", { "aria-label": "Kinds of review" }, tabs),
    el(
      "p",
      { className: "quiet" },
      kind === "coin"
        ? "Sells above a market's limit wait up to 15 minutes; then they lapse."
        : `${kind === all ? "The oldest first. " : ""}${mode}`,
    ),
    empty,
    list,
    more,
  );
  count(status);

  const cards = new Map<string, Card>();
  // The venue's clock decides what is due, not this device's.
  const aheadMs = status.server_time - Date.now();
  let isOver = false;
  async function refresh(): Promise<void> {
    const { list: items, total } = await get("queue", { kind, size: 50 });
    if (isOver) return;
    const now = Date.now() + aheadMs;
    for (const [key, card] of cards) {
      if (items.some((item) => keyOf(item) === key)) continue;
      // What was typed is not taken from under the hands: the card says what became of it, and stays.
      if (card.isUsed()) card.close("This was decided or taken back meanwhile.");
      else if (!card.isDone()) card.element.remove();
      cards.delete(key);
    }
    for (const item of items) {
      const key = keyOf(item);
      const card = cards.get(key) ?? makeCard(item, { say, after: refresh, isMixed: kind === all });
      if (!cards.has(key)) list.append(card.element);
      cards.set(key, card);
      card.update(item, now);
    }
    empty.hidden = list.childElementCount > 0;
    more.hidden = total <= items.length;
    more.textContent = `${total - items.length} more wait behind these.`;
  }
  await refresh();
  const timer = setInterval(() => {
    if (!document.hidden) void refresh().catch(() => undefined);
  }, refreshMs);
  const onStatus = (event: Event) => count((event as CustomEvent<Status>).detail);
  addEventListener("desk-status", onStatus);
  return () => {
    isOver = true;
    clearInterval(timer);
    removeEventListener("desk-status", onStatus);
  };
};

/** One request, with its two answers. */
interface Card {
  element: HTMLElement;
  /** Says what became of it, and takes no more. */
  close: (text: string) => void;
  isDone: () => boolean;
  /** Something was typed into it. */
  isUsed: () => boolean;
  update: (item: QueueItem, now: number) => void;
}

function makeCard(
  item: QueueItem,
  { say, after, isMixed }: { say: Frame["say"]; after: () => Promise<void>; isMixed: boolean },
): Card {
  const { kind, ref_id } = item;
  const { one, approve: approveHint, reject: rejectHint } = kinds[kind];
  const box = problemBox();
  const due = el("p", { className: "quiet" });
  const approvals = el("p", { className: "notice", hidden: true });
  const reason = el("textarea", { rows: 2, maxLength: 200 });
  const credited =
    kind === "recharge"
      ? el("input", {
          inputMode: "decimal",
          value: item.amount ?? "",
          pattern: "[0-9]+(\\.[0-9]+)?",
        })
      : null;
  const again = item.fields.map((name) => [name, el("input", { type: "checkbox" })] as const);
  const approve = el("button", { type: "button", onclick: () => decide("approve") }, "Approve");
  const reject = el(
    "button",
    { type: "button", className: "reject", onclick: () => decide("reject") },
    "Reject",
  );
  const done = el("p", { className: "done", hidden: true });

  async function decide(action: "approve" | "reject"): Promise<void> {
    const text = reason.value.trim();
    if (action === "reject" && text === "") {
      box.textContent = "Give the reason first. The user is shown it.";
      box.hidden = false;
      reason.focus();
      return;
    }
    const changed = action === "approve" ? credited?.value.trim() : undefined;
    const ticked = again.filter(([, check]) => check.checked).map(([name]) => name);
    const answer = await sending([approve, reject], box, () =>
      post("review", {
        kind,
        ref_id,
        action,
        reason: text,
        ...(changed !== undefined && changed !== item.amount && { amount: changed }),
        ...(action === "reject" && ticked.length > 0 && { fields: ticked }),
      }),
    );
    if (!answer) return;
    reason.value = "";
    if (answer.outcome === "waits") {
      say(`Your approval is kept. Another operator must approve this ${one} too.`);
      await after();
      return;
    }
    say(`The ${one} is ${answer.outcome}.`);
    close(answer.outcome === "approved" ? "Approved." : "Rejected.");
    await after();
  }

  /** What is left of it: what it was, and what became of it. */
  function close(text: string): void {
    actions.remove();
    box.hidden = true;
    due.hidden = true;
    done.textContent = text;
    done.hidden = false;
  }

  const actions = el(
    "div",
    { className: "actions" },
    credited &&
      field(
        `Credit this much ${item.flag}`,
        credited,
        "As asked for, unless the picture shows another amount.",
      ),
    again.length > 0 &&
      el(
        "fieldset",
        {},
        el("legend", {}, "Ask again for (all, if you tick none)"),
        again.map(([name, check]) =>
          el("label", { className: "check" }, check, fieldNames[name] ?? name),
        ),
      ),
    field("Reason", reason, "Shown to the user. Needed to reject."),
    el("div", { className: "buttons" }, approve, reject),
    el("p", { className: "hint" }, `Approve: ${approveHint} Reject: ${rejectHint}`),
  );
  const element = el(
    "article",
    { className: "card" },
    el("h2", {}, item.summary),
    isMixed && el("p", { className: "quiet" }, one.charAt(0).toUpperCase() + one.slice(1)),
    el(
      "p",
      {},
      el("a", { href: `#/user/${item.user_id}` }, item.account || `#${item.user_id}`),
      " · asked ",
      when(item.create_time),
    ),
    item.usdt_value !== null &&
      item.flag !== "USDT" &&
      el("p", {}, `Worth ${amount(item.usdt_value)} USDT now`),
    item.risk_flags.length > 0 &&
      el(
        "ul",
        { className: "risks", "aria-label": "Look at this twice" },
        item.risk_flags.map((text) => el("li", {}, text)),
      ),
    facts(item.facts.map(({ label, value }) => [label, value])),
    item.pictures.length > 0 &&
      el("div", { className: "pictures" }, item.pictures.map(pictureButton)),
    due,
    approvals,
    box,
    done,
    actions,
  );

  return {
    element,
    close,
    isDone: () => !done.hidden,
    isUsed: () =>
      done.hidden && (reason.value !== "" || (credited !== null && credited.value !== item.amount)),
    update({ due_time, needs, approvals: given }, now) {
      due.textContent =
        due_time === null
          ? ""
          : kind === "coin"
            ? `Lapses ${until(due_time, now)}`
            : `The venue decides by itself ${until(due_time, now)}`;
      approvals.hidden = needs < 2;
      approvals.textContent =
        given.length > 0
          ? `Approved by ${given.map(({ by }) => by.replace(/^operator:/, "")).join(", ")}. Another operator must approve it too.`
          : "This much takes two operators to approve.";
    },
  };
}

/** A picture, small in its card and large when it is pressed. */
function pictureButton({ id, label }: QueueItem["pictures"][number]): HTMLElement {
  const image = el("img", { alt: label, width: 120, height: 90 });
  const button = el(
    "button",
    { type: "button", className: "picture", disabled: true },
    image,
    el("span", {}, label),
  );
  void picture(id).then(
    (url) => {
      image.src = url;
      button.disabled = false;
      button.addEventListener("click", () => {
        const large: HTMLDialogElement = el(
          "dialog",
          { className: "large", "aria-label": label, onclose: () => large.remove() },
          el("form", { method: "dialog" }, el("button", {}, "Close")),
          el("img", { src: url, alt: label }),
        );
        document.body.append(large);
        large.showModal();
      });
    },
    (error: unknown) => image.replaceWith(el("span", { className: "hint" }, messageOf(error))),
  );
  return button;
}
