import { get, type View } from "./api.ts";
import { el } from "./dom.ts";

const refreshMs = 5000;

/** What an operator watches, in groups, with what deserves a look first. */
export const overview: View = async (place) => {
  const looks = el("ul", { className: "risks", "aria-label": "Deserves a look" });
  const calm = el("p", { className: "done" }, "Nothing deserves a look now.");
  const groups = el("div", { className: "figures" });
  let isOver = false;

  async function refresh(): Promise<void> {
    const { list } = await get("overview", {});
    if (isOver) return;
    const worth = list.filter(({ look }) => look !== null);
    calm.hidden = worth.length > 0;
    looks.hidden = worth.length === 0;
    looks.replaceChildren(
      ...worth.map(({ group, label, value, look }) =>
        el("li", {}, `${group}, ${label}: ${value}. ${look}`),
      ),
    );
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

  place.append(el("h1", {}, "Overview"), looks, calm, groups);
  await refresh();
  const timer = setInterval(() => {
    if (!document.hidden) void refresh().catch(() => undefined);
  }, refreshMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
};
