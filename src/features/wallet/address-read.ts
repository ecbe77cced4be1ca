/** What a pasted, typed or scanned text says of an address: understood, or refused with the reason. */
import { isAddressOf, isPaperAddress } from "#protocol/address-check.ts";
import { deceiving } from "#protocol/endpoint.ts";

export type AddressProblem =
  | "missing"
  /** Two or more in one text. */
  | "several"
  /** The address of a web page. */
  | "link"
  /** A payment request that asks for more than to pay an address. */
  | "request"
  /** Characters that are not seen, or that look like others. */
  | "hidden"
  | "foreign"
  /** Cut in the middle, as lists show addresses. */
  | "shortened";

export type AddressReading =
  /** `memo`: that of a payment request, empty where it names none. */
  { ok: true; address: string; memo: string } | { ok: false; problem: AddressProblem };

/** Schemes of payment requests; the address follows. That of BCH belongs to the address itself. */
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
/** How many characters a group of a written address has at most. */
const groupAtMost = 8;
const groupsAtLeast = 3;

/** Reads an address out of a text: alone, in groups, or in a plain payment request. Nothing is guessed. */
export function readAddress(text: string): AddressReading {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: false, problem: "missing" };
  if (/^https?:\/\//i.test(trimmed)) return { ok: false, problem: "link" };
  if (/…|\.\.|\*\*/.test(trimmed)) return { ok: false, problem: "shortened" };
  // Line ends are control characters, and what a text of two lines is, is said below.
  if (trimmed.replaceAll(/\s/g, "").search(deceiving) >= 0) return { ok: false, problem: "hidden" };
  const whole = ungrouped(trimmed);
  if (whole === undefined) return { ok: false, problem: "several" };
  if (/[^\u0021-\u007e]/.test(whole)) return { ok: false, problem: "foreign" };
  const [, scheme = "", rest = ""] = /^([a-z]+):(.+)$/i.exec(whole) ?? [];
  return schemes.has(scheme.toLowerCase())
    ? readRequest(rest)
    : { ok: true, address: whole, memo: "" };
}

/** Networks of these whose address this is. */
export function networksOf(address: string, networks: readonly string[]): string[] {
  return networks.filter(
    (network) => isPaperAddress(network, address) || isAddressOf(network, address),
  );
}

/** One text without its gaps: pieces of one length but the last. */
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

/** The address of a request; one that calls a contract or names a chain is more than we can tell. */
function readRequest(text: string): AddressReading {
  const [target = "", query = ""] = text.replace(/^\/\//, "").split("?");
  const address = target.replace(/^pay-/, "").replace(/^transfer\//, "");
  if (address === "" || /[@/]/.test(address)) return { ok: false, problem: "request" };
  const parameters = new URLSearchParams(query);
  // BIP 21: what is required and not understood makes the request void.
  if ([...parameters.keys()].some((key) => key.startsWith("req-")))
    return { ok: false, problem: "request" };
  return { ok: true, address, memo: parameters.get("dt") ?? parameters.get("memo") ?? "" };
}
