/** Parses the address in a pasted, typed or scanned text, or says why it is not accepted. */
import { isAddressOf, isPaperAddress } from "#protocol/rules/address/address-check.ts";
import { deceiving } from "#protocol/api/endpoint.ts";

export type AddressProblem =
  | "missing"
  /** Two or more addresses. */
  | "several"
  /** The address of a web page. */
  | "link"
  /** A payment request that does more than pay an address. */
  | "request"
  /** Invisible characters, or characters that look like others. */
  | "hidden"
  | "foreign"
  /** Shortened in the middle, as lists show addresses. */
  | "shortened";

export type AddressReading =
  /** `memo` comes from a payment request; empty where it has none. */
  { ok: true; address: string; memo: string } | { ok: false; problem: AddressProblem };

/** URI schemes of payment requests. The scheme of BCH is part of the address itself. */
const schemes: ReadonlySet<string> = new Set([
  "bitcoin",
  "litecoin",
  "dogecoin",
  "dash",
  "zcash",
  "ethereum",
  "tron",
  "solana",
  "ripple",
  "xrp",
  "stellar",
  "ton",
  "cardano",
  "algorand",
]);
/** Longest group of an address written in groups. */
const groupAtMost = 8;
const groupsAtLeast = 3;

/** Parses an address: alone, in groups, or in a plain payment request. Nothing is guessed. */
export function readAddress(text: string): AddressReading {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: false, problem: "missing" };
  if (/^https?:\/\//i.test(trimmed)) return { ok: false, problem: "link" };
  if (/…|\.\.|\*\*/.test(trimmed)) return { ok: false, problem: "shortened" };
  // White space is removed first: line ends are control characters too, and are judged below.
  if (trimmed.replaceAll(/\s/g, "").search(deceiving) >= 0) return { ok: false, problem: "hidden" };
  const whole = ungrouped(trimmed);
  if (whole === undefined) return { ok: false, problem: "several" };
  if (/[^\u0021-\u007e]/.test(whole)) return { ok: false, problem: "foreign" };
  const [, scheme = "", rest = ""] = /^([a-z]+):(.+)$/i.exec(whole) ?? [];
  return schemes.has(scheme.toLowerCase())
    ? readRequest(rest)
    : { ok: true, address: whole, memo: "" };
}

/** The networks for which the address is valid. */
export function networksOf(address: string, networks: readonly string[]): string[] {
  return networks.filter(
    (network) => isPaperAddress(network, address) || isAddressOf(network, address),
  );
}

/** Joins a text written in groups of equal length (the last may be shorter); undefined for other gaps. */
function ungrouped(text: string): string | undefined {
  const groups = text.split(/\s+/);
  const [first = ""] = groups;
  if (groups.length === 1) return first;
  const isGrouped =
    groups.length >= groupsAtLeast &&
    first.length <= groupAtMost &&
    groups.every(
      (group, at) =>
        group.length === first.length || (at === groups.length - 1 && group.length < first.length),
    );
  return isGrouped ? groups.join("") : undefined;
}

/** Parses the part after the scheme. A request that calls a contract or names a chain is not accepted. */
function readRequest(text: string): AddressReading {
  const [target = "", query = ""] = text.replace(/^\/\//, "").split("?");
  const address = target.replace(/^pay-/, "").replace(/^transfer\//, "");
  if (address === "" || /[@/]/.test(address)) return { ok: false, problem: "request" };
  const parameters = new URLSearchParams(query);
  // BIP 21: a request with an unknown required parameter is invalid.
  if ([...parameters.keys()].some((key) => key.startsWith("req-")))
    return { ok: false, problem: "request" };
  return { ok: true, address, memo: parameters.get("dt") ?? parameters.get("memo") ?? "" };
}
