import { type Answered, get, post, type View } from "./api.ts";
import { amount, el, facts, field, problemBox, sending, table, when } from "./dom.ts";

const statuses = ["normal", "frozen", "blocked", "prohibited"];
const certifications = ["not certified", "under review", "certified", "failed"];
const meanings = "Frozen: look, close and cancel. Blocked: nothing. Prohibited: not even log in.";

/** Accounts: search, and what is known of each. */
export const users: View = async (place, [query = "", at = "1"]) => {
  const text = el("input", {
    type: "search",
    value: query,
    maxLength: 254,
    autocapitalize: "none",
    spellcheck: false,
  });
  const found = el("div", {});
  place.append(
    el("h1", {}, "Accounts"),
    el(
      "form",
      {
        className: "row",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          location.hash = `#/users/${encodeURIComponent(text.value.trim())}`;
        },
      },
      field("E-mail, phone, invitation code, or # and the id", text, "The beginning is enough."),
      el("button", { type: "submit" }, "Search"),
    ),
    found,
  );
  const size = 20;
  const page = Math.max(1, Number(at) || 1);
  const { list, total } = await get("users", { query, page, size });
  const link = (to: number, label: string) =>
    el("a", { href: `#/users/${encodeURIComponent(query)}/${to}` }, label);
  found.append(
    table(
      `${total} ${total === 1 ? "account" : "accounts"}`,
      ["Id", "Account", "Status", "Identity", "Registered", "Last login"],
      list.map((row) => [
        `#${row.id}`,
        el("a", { href: `#/user/${row.id}` }, row.account),
        statusText(row),
        certifications[row.certstatus] ?? String(row.certstatus),
        when(row.create_time),
        when(row.last_time),
      ]),
      "No account begins so.",
    ),
    el(
      "p",
      { className: "pages" },
      page > 1 && link(page - 1, "Newer"),
      " ",
      page * size < total && link(page + 1, "Older"),
    ),
  );
};

/** One account: its facts, its money, and the acts on it. */
export const user: View = async (place, [id = ""], frame) => {
  const row = await get("user", { user_id: id });
  const redraw = async (text: string) => {
    frame.say(text);
    place.replaceChildren();
    await user(place, [id], frame);
  };
  place.append(
    el("h1", {}, row.account),
    facts([
      ["Id", `#${row.id}`],
      ["Status", statusText(row)],
      ["Reason shown", row.memo],
      ["Identity", certifications[row.certstatus]],
      ["Withdrawal password", row.wpassword === 1 ? "set" : "not set"],
      ["Registered", el("span", {}, when(row.create_time), ` from ${row.reg_ip}`)],
      [
        "Last login",
        el("span", {}, when(row.last_time), row.last_ip !== "" && ` from ${row.last_ip}`),
      ],
      ["Open sessions", String(row.sessions)],
      [
        "Invited by",
        row.parent_id === null
          ? "nobody"
          : el("a", { href: `#/user/${row.parent_id}` }, `#${row.parent_id}`),
      ],
      ["Invited", String(row.invited)],
    ]),
    el(
      "p",
      {},
      el("a", { href: `#/ledger/${row.id}` }, "Ledger of this account"),
      " · ",
      el("a", { href: `#/audit/all/${row.id}` }, "Audit log of this account"),
    ),
    table(
      "Paper funds",
      ["Currency", "#Available", "#In orders", "#Margin", "#At stake", "#Total"],
      row.balances.map((one) => [
        one.flag,
        amount(one.available),
        amount(one.frozen),
        amount(one.margin),
        amount(one.stake),
        amount(one.total),
      ]),
      "No funds yet.",
    ),
    el("div", { className: "cards" }, statusForm(row, redraw), rechargeForm(row, redraw)),
  );
};

type Account = Answered<"user">;

function statusText({
  status,
  trade_status,
  wstatus,
}: Pick<Account, "status" | "trade_status" | "wstatus">): string {
  return [
    statuses[status] ?? String(status),
    trade_status === 1 ? null : "no new orders",
    wstatus === 1 ? null : "no withdrawals",
  ]
    .filter((text) => text !== null)
    .join(", ");
}

type StatusChange = Partial<Pick<Answered<"setUserStatus">, "status" | "trade_status" | "wstatus">>;

function choice(
  options: readonly (readonly [key: string, text: string])[],
  value: number,
): HTMLSelectElement {
  return el(
    "select",
    {},
    options.map(([key, text]) =>
      el("option", { value: key, selected: Number(key) === value }, text),
    ),
  );
}

function statusForm(row: Account, redraw: (text: string) => Promise<void>): HTMLElement {
  const status = choice(
    statuses.map((text, at) => [String(at), text] as const),
    row.status,
  );
  const trade = choice(
    [
      ["1", "may open orders"],
      ["0", "closes and cancels only"],
    ],
    row.trade_status,
  );
  const withdraw = choice(
    [
      ["1", "may withdraw"],
      ["0", "may not withdraw"],
    ],
    row.wstatus,
  );
  const reason = el("textarea", { rows: 2, maxLength: 200, required: true });
  const [button, box] = [el("button", { type: "submit" }, "Change status"), problemBox()];
  return el(
    "form",
    {
      className: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        const controls = [
          ["status", status, row.status],
          ["trade_status", trade, row.trade_status],
          ["wstatus", withdraw, row.wstatus],
        ] as const;
        const changes = controls
          .filter(([, control, was]) => Number(control.value) !== was)
          .map(([name, control]) => [name, Number(control.value)] as const);
        const done = await sending([button], box, async () => {
          if (changes.length === 0) throw new Error("Nothing is changed yet.");
          return post("setUserStatus", {
            user_id: row.id,
            reason: reason.value,
            ...(Object.fromEntries(changes) as StatusChange),
          });
        });
        if (done) await redraw(`${row.account} is now: ${statusText(done)}.`);
      },
    },
    el("h2", {}, "What this account may do"),
    field("Status", status, meanings),
    field("Trading", trade),
    field("Withdrawals", withdraw),
    field("Reason", reason, "Shown to the user."),
    box,
    button,
  );
}

function rechargeForm(row: Account, redraw: (text: string) => Promise<void>): HTMLElement {
  const flag = el("input", {
    value: "USDT",
    required: true,
    pattern: "[A-Z0-9]{1,12}",
    maxLength: 12,
    autocapitalize: "characters",
  });
  const sum = el("input", {
    inputMode: "decimal",
    required: true,
    pattern: "[0-9]+(\\.[0-9]{1,8})?",
  });
  const reason = el("textarea", { rows: 2, maxLength: 200, required: true });
  const [button, box] = [el("button", { type: "submit" }, "Credit paper funds"), problemBox()];
  // Kept until it is known to be done: pressed twice, it credits once.
  let clientOrderId = crypto.randomUUID();
  const renew = () => (clientOrderId = crypto.randomUUID());
  for (const control of [flag, sum, reason]) control.addEventListener("input", renew);
  return el(
    "form",
    {
      className: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        const done = await sending([button], box, () =>
          post("systemRecharge", {
            user_id: row.id,
            flag: flag.value,
            amount: sum.value,
            reason: reason.value,
            client_order_id: clientOrderId,
          }),
        );
        if (done)
          await redraw(
            `${amount(done.amount)} ${done.flag} credited; ${amount(done.balance)} available now.`,
          );
      },
    },
    el("h2", {}, "Credit paper funds"),
    field("Currency", flag),
    field("Amount", sum),
    field("Reason", reason, "Shown to the user."),
    box,
    button,
  );
}
