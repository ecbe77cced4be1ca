import { describe, expect, test } from "vitest";
import {
  differenceOf,
  groupsOf,
  shortAddress,
} from "../../../../../src/features/wallet/withdraw/address/address-groups.ts";
import {
  networksOf,
  readAddress,
} from "../../../../../src/features/wallet/withdraw/address/address-read.ts";
import { badAddresses, goodAddresses } from "../../../../harness/samples/address-corpus.ts";

const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ok = (address: string, memo = "") => ({ ok: true, address, memo });
const no = (problem: string) => ({ ok: false, problem });

describe("an input for an address", () => {
  test.each([
    ["alone", bitcoin, ok(bitcoin)],
    ["with space around it", `\n ${bitcoin}\t`, ok(bitcoin)],
    ["in groups of four", bitcoin.replaceAll(/(.{4})/g, "$1 "), ok(bitcoin)],
    [
      "on two lines of groups",
      "TJRa bPrw bZy4 5sba\nvfcj inPJ C18k jpRT v8",
      ok("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"),
    ],
    ["as a payment request", `bitcoin:${bitcoin}?amount=0.1&label=Rent`, ok(bitcoin)],
    [
      "as a request with a tag",
      "ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?dt=77",
      ok("rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh", "77"),
    ],
    [
      "in a scheme that is its own",
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      ok("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"),
    ],
    ["nothing", "  ", no("missing")],
    ["two of them", `${bitcoin} ${bitcoin}`, no("several")],
    ["one with a gap", "bc1qw508d6qejxtdg4y 5r3zarvary0c5xw7kv8f3t4", no("several")],
    ["a web page", `https://example.org/${bitcoin}`, no("link")],
    ["a shortened one", "bc1qw5…8f3t4", no("shortened")],
    ["a masked one", "0x5290****169EE7", no("shortened")],
    ["with a hidden character", `bc1qw508\u200bd6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`, no("hidden")],
    ["turned around", `\u202e${bitcoin}`, no("hidden")],
    ["with a letter of another script", bitcoin.replace("c", "с"), no("foreign")],
    [
      "a call of a contract",
      "ethereum:0x52908400098527886E0F7030069857D2E4169EE7/transfer?address=0x1",
      no("request"),
    ],
    [
      "a request for another chain",
      "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@137",
      no("request"),
    ],
    ["a request with what we do not know", `bitcoin:${bitcoin}?req-rush=1`, no("request")],
  ])("%s", (_, text, reading) => {
    expect(readAddress(text)).toEqual(reading);
  });

  test("every valid address of the corpus is accepted unchanged", () => {
    for (const [network, address] of goodAddresses) {
      expect(readAddress(address)).toEqual(ok(address));
      expect(networksOf(address, [network])).toEqual([network]);
    }
  });

  test("no invalid address of the corpus is accepted", () => {
    const taken = badAddresses.filter(([network, address]) => {
      const reading = readAddress(address);
      return reading.ok && reading.address === address && networksOf(address, [network]).length > 0;
    });
    expect(taken).toEqual([]);
  });

  test("is matched with its networks", () => {
    expect(
      networksOf("0x52908400098527886E0F7030069857D2E4169EE7", ["TRC20", "ERC20", "BEP20"]),
    ).toEqual(["ERC20", "BEP20"]);
    expect(networksOf("PAPER-TRC20-12", ["TRC20", "ERC20"])).toEqual(["TRC20"]);
    expect(networksOf("0x52908400098527886E0F7030069857D2E4169Ee7", ["ERC20"])).toEqual([]);
  });
});

describe("an address on screen", () => {
  test("is shown in full, in groups of four", () => {
    expect(groupsOf("PAPER-TRC20-12")).toEqual(["PAPE", "R-TR", "C20-", "12"]);
    expect(groupsOf(bitcoin).join("")).toBe(bitcoin);
  });

  test("and a similar one have their difference marked", () => {
    expect(differenceOf("PAPER-TRC20-7001234", "PAPER-TRC20-9991234")).toEqual({
      start: "PAPER-TRC20-",
      left: "700",
      right: "999",
      end: "1234",
    });
    expect(differenceOf("abcd", "abxcd")).toEqual({ start: "ab", left: "", right: "x", end: "cd" });
    expect(differenceOf("aaa", "aa")).toEqual({ start: "aa", left: "a", right: "", end: "" });
  });

  test("is shortened only where it is named", () => {
    expect(shortAddress(bitcoin)).toBe("bc1qw5…v8f3t4");
    expect(shortAddress("0.0.123")).toBe("0.0.123");
  });
});
