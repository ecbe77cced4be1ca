import type { walletEndpoints } from "#protocol/wallet.ts";
import type { RequestOf } from "#protocol/endpoint.ts";
import { isBillType } from "./bill-types.ts";

/** What the history is narrowed to, as its address carries it. */
export interface BillFilters {
  /** Types joined by commas. */
  type?: string | undefined;
  flag?: string | undefined;
  /** First and last day, `2026-11-21`, in the device's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** A coin order, by its id: what it set aside, received and brought back. */
  order?: string | undefined;
  /** A seconds contract, by its id. */
  second?: string | undefined;
}

export function typesOf(filters: BillFilters): number[] {
  return (filters.type ?? "")
    .split(",")
    .filter((text) => /^\d{1,2}$/.test(text))
    .map(Number)
    .filter(isBillType);
}

/** The filters with a type added or taken out; without any type the entry is gone. */
export function toggleType(filters: BillFilters, type: number): BillFilters {
  const held = typesOf(filters);
  const types = held.includes(type)
    ? held.filter((other) => other !== type)
    : [...held, type].toSorted((a, b) => a - b);
  return { ...filters, type: types.length === 0 ? undefined : types.join(",") };
}

export function countFilters(filters: BillFilters): number {
  return [
    typesOf(filters).length > 0,
    filters.flag,
    filters.from,
    filters.to,
    filters.order,
    filters.second,
  ].filter(Boolean).length;
}

/** The last day lies before the first. */
export function isBackwards(filters: BillFilters): boolean {
  const from = startOf(filters.from);
  const to = startOf(filters.to);
  return from !== undefined && to !== undefined && to < from;
}

/** The filters as the contract's query, without a page; days become moments of the device's zone, both ends included. */
export function billRequest(
  filters: BillFilters,
): Omit<RequestOf<typeof walletEndpoints.tradeRecord>, "page" | "size"> {
  const types = typesOf(filters);
  const from = startOf(filters.from);
  const lastDay = startOf(filters.to);
  return {
    ...(types.length > 0 && { type: types.join(",") }),
    ...(filters.flag && { flag: filters.flag }),
    ...(filters.order && { ref_type: "spot_order", ref_id: filters.order }),
    ...(filters.second && { ref_type: "second_order", ref_id: filters.second }),
    ...(from !== undefined && { start_time: from }),
    ...(lastDay !== undefined && { end_time: nextDay(lastDay) - 1 }),
  };
}

/** Midnight that begins a day here, Unix ms; `undefined` for what is no day. */
function startOf(day: string | undefined): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  const midnight = new Date(Number(year), Number(month) - 1, Number(date));
  return midnight.getDate() === Number(date) && midnight.getTime() >= 0
    ? midnight.getTime()
    : undefined;
}

/** Days with a change of the clocks are not 24 hours long. */
function nextDay(midnight: number): number {
  const day = new Date(midnight);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}
