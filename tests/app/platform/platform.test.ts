import { expect, test } from "vitest";
import type { Country } from "#protocol/api/platform.ts";
import { isSafeAddress, parseContacts } from "../../../src/features/platform/contacts.ts";
import { offeredCountries } from "../../../src/features/platform/platform-atoms.ts";

const country = (title: string, status: number, isdefault = 0): Country => ({
  title,
  code: "en_US",
  iconurl: "",
  isdefault,
  status,
  name: title,
  phone_code: "1",
});

test("only countries with status 1 are offered, the default first", () => {
  const offered = offeredCountries([
    country("FR", 1),
    country("CN", 0, 1),
    country("US", 1, 1),
    country("TW", 1),
  ]);
  expect(offered.map((entry) => entry.title)).toEqual(["US", "FR", "TW"]);
});

test.each([undefined, "", "not json", "{}", "null", '"text"'])(
  "a contact list of %o is empty, silently",
  (list) => {
    expect(parseContacts(list)).toEqual([]);
  },
);

test("contacts with an unsafe address are omitted", () => {
  const list = JSON.stringify([
    { name: "Support", type: "link", url: "https://help.example" },
    { name: "Bad", url: "javascript:alert(1)" },
    { name: "No url" },
    7,
  ]);
  expect(parseContacts(list)).toEqual([
    { name: "Support", type: "link", url: "https://help.example", icon: "" },
  ]);
  expect(
    ["mailto:a@b.c", "tel:+1", "HTTPS://x", "http://x", "data:,x", " https://x"].map(isSafeAddress),
  ).toEqual([true, true, true, false, false, false]);
});

test("deceptive characters are removed from names, and addresses that contain them are omitted", () => {
  const list = JSON.stringify([
    { name: "Help\u202Egro.live\u2066 desk\u0007", url: "https://help.example" },
    { name: "Hidden", url: "https://help.example/\u202Efdp" },
    { name: "\u200B\u202E", url: "https://nameless.example" },
    { name: "Name before the host", url: "https://bank.example@evil.example" },
    { name: "No host", url: "https://" },
    { name: "Long", url: `https://x.example/${"a".repeat(600)}` },
  ]);
  expect(parseContacts(list).map(({ name, url }) => [name, url])).toEqual([
    ["Helpgro.live desk", "https://help.example"],
  ]);
});

test("an overlong list is cut", () => {
  expect(
    parseContacts(
      JSON.stringify(
        Array.from({ length: 1000 }, (_, at) => ({ name: `n${at}`, url: "https://x.example" })),
      ),
    ),
  ).toHaveLength(50);
});
