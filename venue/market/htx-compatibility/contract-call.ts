/** What HTX's linear-swap endpoints have in common: which contract is meant, and volumes in contracts. */
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import { type Asked, HtxRefusal, readInteger } from "./htx-call.ts";

export type ContractSpec = SymbolSpec & { contract: NonNullable<SymbolSpec["contract"]> };

/** The contract asked for, or all of them. */
export function contractsOf(asked: Asked): ContractSpec[] {
  return asked.query.has("contract_code")
    ? [contractOf(asked)]
    : asked.source.symbols().filter(isContract);
}

/** @throws HtxRefusal where no contract is named, or an unknown one */
export function contractOf(asked: Asked): ContractSpec {
  return contractNamed(asked, asked.query.get("contract_code") ?? "");
}

/** Contracts named in a list with commas. @throws HtxRefusal as `contractOf` does, and for more than `most` */
export function contractListOf(asked: Asked, most: number): ContractSpec[] {
  const codes = (asked.query.get("contract_code") ?? "").split(",");
  if (codes.length > most) throw invalidField("contract_code");
  return codes.map((code) => contractNamed(asked, code));
}

function contractNamed({ source }: Asked, name: string): ContractSpec {
  if (name === "")
    throw new HtxRefusal(1066, "The contract_code field cannot be empty. Please re-enter.");
  const code = name.toUpperCase();
  const spec = source
    .symbols()
    .filter(isContract)
    .find(({ contract }) => contract.contractCode === code);
  if (!spec) throw new HtxRefusal(1013, "This contract symbol doesnt exist.");
  return spec;
}

function isContract(spec: SymbolSpec): spec is ContractSpec {
  return spec.contract !== null;
}

/** Undefined where it is not given. @throws HtxRefusal for what is no whole number from `min` to `max` */
export function integerField(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const value = readInteger(query, name);
  if (value !== undefined && !(value >= min && value <= max)) throw invalidField(name);
  return value;
}

export function invalidField(name: string): HtxRefusal {
  return new HtxRefusal(1067, `The ${name} field is invalid. Please re-enter.`);
}

/** Base units of one contract as a whole number of 10^-`scale`. */
function sizeOf({ contract }: ContractSpec): { value: number; scale: number } {
  const [whole = "", decimals = ""] = contract.contractSize.split(".");
  return { value: Number(whole + decimals), scale: decimals.length };
}

/** Lots of the coin's market as a number of contracts, the nearest double. */
export function contractsIn(lots: number, spec: ContractSpec): number {
  const { value, scale } = sizeOf(spec);
  const finer = spec.amountPrecision - scale;
  return (lots * 10 ** Math.max(0, -finer)) / (value * 10 ** Math.max(0, finer));
}

/** Base units of so many contracts, a decimal string. */
export function baseOf(contracts: bigint, spec: ContractSpec): string {
  const { value, scale } = sizeOf(spec);
  return trimZeros(formatAmount(contracts * BigInt(value), scale));
}

/** What so many contracts are worth at a price in ticks, in the quote currency, a decimal string. */
export function worthOf(contracts: bigint, ticks: number, spec: ContractSpec): string {
  const { value, scale } = sizeOf(spec);
  return trimZeros(
    formatAmount(contracts * BigInt(value) * BigInt(ticks), scale + spec.pricePrecision),
  );
}

/** A whole number of 10^-precision as HTX's contracts write it. */
export function text(units: number, precision: number): string {
  return trimZeros(formatAmount(BigInt(units), precision));
}

/** A figure that is no money, with at most eight decimals. */
export function figureText(value: number): string {
  return trimZeros(value.toFixed(8));
}
