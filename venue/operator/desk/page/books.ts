import { get, type View } from "./api.ts";
import { amount, type Child, el, field, problemBox, sending, table, when } from "./dom.ts";

/** `billTypes` of the contract, in words. */
const types = [
  "",
  "recharge",
  "system recharge",
  "seconds stake",
  "seconds payout",
  "coin trading",
  "coin cancel",
  "coin sell rejected",
  "contract trading",
  "contract cancel",
  "contract close",
  "withdrawal",
  "withdrawal failed",
];

/** What the house has gained or lost and where it stands, and the check of the whole ledger. */
export const house: View = async (place, _words, { status }) => {
  const { list, accounts } = await get("house", {});
  const moved = list.filter(({ pnl, users, pockets }) =>
    [pnl, users, ...Object.values(pockets)].some((text) => text !== "0"),
  );
  const pockets = [...new Set(moved.flatMap((row) => Object.keys(row.pockets)))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  const [box, found] = [problemBox(), el("div", {})];
  const button = el("button", { type: "button", onclick: () => check() }, "Check the books now");
  async function check(): Promise<void> {
    const outcome = await sending([button], box, () => get("verify", {}));
    if (!outcome) return;
    const broken = outcome.list.filter(({ faults }) => faults.length > 0);
    found.replaceChildren(
      el(
        "p",
        { className: outcome.holds ? "done" : "problem", role: "status" },
        outcome.holds
          ? `All ${outcome.list.length} rules hold.`
          : `${broken.length} of ${outcome.list.length} rules are broken.`,
      ),
      table(
        "What was checked",
        ["Rule", "Covers", "Outcome"],
        outcome.list.map(({ rule, figure, faults }) => [
          rule,
          figure,
          faults.length === 0 ? "holds" : faults.join("; "),
        ]),
        "",
      ),
    );
  }
  place.append(
    el("h1", {}, "House"),
    el(
      "p",
      {},
      `${accounts} ${accounts === 1 ? "account" : "accounts"} · market: ${status.market === "sim" ? "simulated" : "HTX"} · all funds are paper.`,
    ),
    table(
      "By currency",
      ["Currency", "#House gained", "#Users own", ...pockets.map((pocket) => `#${pocket}`)],
      moved.map((row) => [
        row.flag,
        amount(row.pnl),
        amount(row.users),
        ...pockets.map((pocket) => amount(row.pockets[pocket] ?? "0")),
      ]),
      "Nothing has moved yet.",
    ),
    el(
      "p",
      { className: "hint" },
      "House gained: all pockets but external (the world outside) and bonus (paper funds given). What users own and all pockets together come to nothing.",
    ),
    el("h2", {}, "Check of the books"),
    el(
      "p",
      {},
      "Every rule of the ledger, of positions and of the operators' log, in one snapshot.",
    ),
    box,
    button,
    found,
  );
};

/** Entries of the books, newest first. */
export const ledger: View = async (place, [user = "", journal = ""]) => {
  const id = el("input", {
    inputMode: "numeric",
    value: user === "venue" ? "" : user,
    pattern: "[0-9]*",
    maxLength: 15,
  });
  const book = el("input", {
    inputMode: "numeric",
    value: journal,
    pattern: "[0-9]*",
    maxLength: 15,
  });
  const own = el("input", { type: "checkbox", checked: user === "venue" });
  place.append(
    el("h1", {}, "Ledger"),
    el(
      "form",
      {
        className: "row",
        onsubmit: (event) => {
          event.preventDefault();
          location.hash = `#/ledger/${own.checked ? "venue" : id.value}/${book.value}`;
        },
      },
      field("Account id", id),
      field("Journal", book),
      el("label", { className: "check" }, own, "The venue's own only"),
      el("button", { type: "submit" }, "Show"),
    ),
  );
  const query = {
    ...(user === "venue" ? { owner: "venue" as const } : { user_id: user }),
    journal_id: journal,
  };
  await pages(
    place,
    (before) => get("ledger", { ...query, before }),
    "Entries",
    ["Journal", "Time", "What", "Owner", "#Amount", "Currency", "#Balance after", "About"],
    (row) => [
      el("a", { href: `#/ledger//${row.journal_id}` }, `${row.journal_id}-${row.seq}`),
      when(row.time),
      [types[row.type] ?? `type ${row.type}`, row.sub_type]
        .filter((text) => text !== "")
        .join(" · "),
      `${row.owner} ${row.kind}`,
      amount(row.amount),
      row.flag,
      amount(row.balance_after),
      `${row.ref_type} ${row.ref_id}${row.reverses !== null ? `, undoes ${row.reverses}` : ""}`,
    ],
  );
};

/** What happened, and what operators did. */
export const audit: View = async (place, [which = "operators", user = ""], { status }) => {
  const isOperators = which !== "all";
  const id = el("input", { inputMode: "numeric", value: user, pattern: "[0-9]*", maxLength: 15 });
  const all = el("input", { type: "checkbox", checked: isOperators });
  place.append(
    el("h1", {}, "Audit log"),
    el(
      "form",
      {
        className: "row",
        onsubmit: (event) => {
          event.preventDefault();
          location.hash = `#/audit/${all.checked ? "operators" : "all"}/${id.value}`;
        },
      },
      field("Account id", id),
      el("label", { className: "check" }, all, "What operators did only"),
      el("button", { type: "submit" }, "Show"),
    ),
    el(
      "p",
      { className: "hint" },
      `No call changes a line. Operators' lines are chained; the last is number ${status.log_seq} with the hash `,
      el("code", {}, status.log_hash),
      ". Keep that elsewhere from time to time: it shows whether the log was changed since.",
    ),
  );
  await pages(
    place,
    (before) => get("audit", { operators: isOperators ? 1 : 0, user_id: user, before }),
    "Lines",
    ["#Line", "Time", "What", "Outcome", "Account", "From", "Facts"],
    (row) => [
      row.id,
      when(row.time),
      row.event,
      row.outcome,
      row.user_id === null ? "" : el("a", { href: `#/user/${row.user_id}` }, `#${row.user_id}`),
      row.ip,
      el("code", {}, row.facts),
    ],
  );
};

/** A list that goes on when asked for more. */
async function pages<Row>(
  place: HTMLElement,
  read: (before: string | undefined) => Promise<{ list: Row[]; next: string | null }>,
  caption: string,
  headings: readonly string[],
  toCells: (row: Row) => Child[],
): Promise<void> {
  const [holder, box] = [el("div", {}), problemBox()];
  const more: HTMLButtonElement = el(
    "button",
    { type: "button", hidden: true, onclick: () => sending([more], box, load) },
    "Show older",
  );
  place.append(holder, box, more);
  const rows: Child[][] = [];
  let next: string | undefined;
  async function load(): Promise<void> {
    const page = await read(next);
    rows.push(...page.list.map(toCells));
    next = page.next ?? undefined;
    holder.replaceChildren(table(caption, headings, rows, "There is nothing of it."));
    more.hidden = page.next === null;
  }
  await load();
}
