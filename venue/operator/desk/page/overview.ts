import { get, post, type View } from "./api.ts";
import { el, field, messageOf, problemBox, sending } from "./dom.ts";

const refreshMs = 5000;

/** What an operator watches, in groups, with what deserves a look first. */
export const overview: View = async (place, _words, { say }) => {
  const looks = el("ul", { className: "risks", "aria-label": "Deserves a look" });
  const calm = el("p", { className: "done" }, "Nothing deserves a look now.");
  const groups = el("div", { className: "figures" });
  const asOf = el("p", { className: "problem", role: "alert", hidden: true });
  let readAt = 0;
  const clock = followForm(async () => {
    say("The venue follows the machine's clock.");
    await refresh();
  });
  let isOver = false;

  async function refresh(): Promise<void> {
    const { list } = await get("overview", {});
    if (isOver) return;
    asOf.hidden = true;
    readAt = Date.now();
    const worth = list.filter(({ look }) => look !== null);
    calm.hidden = worth.length > 0;
    looks.hidden = worth.length === 0;
    looks.replaceChildren(
      ...worth.map(({ group, label, value, look }) =>
        el("li", {}, `${group}, ${label}: ${value}. ${look}`),
      ),
    );
    clock.hidden = !worth.some(({ label }) => label === "The machine's clock is off by");
    const names = [...new Set(list.map(({ group }) => group))];
    groups.replaceChildren(
      ...names.map((name) =>
        el(
          "section",
          {},
          el("h2", {}, name === "Waiting" ? el("a", { href: "#/reviews" }, name) : name),
          el(
            "dl",
            {},
            list
              .filter(({ group }) => group === name)
              .flatMap(({ label, value, look }) => [
                el("dt", {}, label),
                el("dd", { className: look === null ? "" : "look" }, value),
              ]),
          ),
        ),
      ),
    );
  }

  place.append(el("h1", {}, "Overview"), asOf, looks, calm, clock, groups);
  await refresh();
  const timer = setInterval(() => {
    if (document.hidden) return;
    void refresh().catch((error: unknown) => {
      asOf.textContent = `These figures are of ${new Date(readAt).toLocaleTimeString()}. ${messageOf(error)}`;
      asOf.hidden = false;
    });
  }, refreshMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
};

/** For a machine whose clock leapt and is right now. */
function followForm(after: () => Promise<void>): HTMLElement {
  const box = problemBox();
  const reason = el("textarea", { rows: 2, maxLength: 200, required: true });
  const button = el("button", { type: "submit" }, "Follow the machine's clock");
  return el(
    "form",
    {
      className: "narrow",
      hidden: true,
      onsubmit: async (event) => {
        event.preventDefault();
        const done = await sending([button], box, () =>
          post("followClock", { reason: reason.value.trim() }),
        );
        if (done) await after();
      },
    },
    el(
      "p",
      {},
      "Compare the machine's clock with another one first. What is due by the new time happens at once: orders lapse, sessions end, funding is charged.",
    ),
    field("Reason", reason, "For the operators' log."),
    box,
    button,
  );
}
