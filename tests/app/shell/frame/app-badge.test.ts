import { describe, expect, test } from "vitest";
import { showBadge } from "../../../../src/shell/frame/app-badge.ts";

describe("the number on the app's icon", () => {
  test("is what is unread, and gone at zero", async () => {
    const shown: (number | null)[] = [];
    const badges = {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(null),
    };
    for (const unread of [3, 120, 0]) await showBadge(badges, unread);
    expect(shown).toEqual([3, 120, null]);
  });

  test("is nobody's trouble where there is none, or no icon", async () => {
    const refuse = () => Promise.reject(new DOMException("not installed", "NotAllowedError"));
    await expect(
      Promise.all([
        showBadge({}, 3),
        showBadge({}, 0),
        showBadge({ setAppBadge: refuse, clearAppBadge: refuse }, 3),
      ]),
    ).resolves.toHaveLength(3);
  });
});
