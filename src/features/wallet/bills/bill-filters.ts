import type { RequestOf } from "#protocol/api/endpoint.ts";
import { type BillType, billTypes, type walletEndpoints } from "#protocol/api/wallet.ts";

/** The filters of the history, as its URL carries them. */
export interface BillFilters {
  /** Types joined by commas. */
  type?: string | undefined;
  flag?: string | undefined;
  /** First and last day, `2026-11-21`, in the device's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** Id of a coin order: entries for what it reserved, received and returned. */
  order?: string | undefined;
  /** Id of a seconds contract. */
  second?: string | undefined;
}

export function typesOf(filters: BillFilters): number[] {
  return (filters.type ?? "")
    .split(",")
    .filter((text) => /^\d{1,2}$/.test(text))
    .map(Number)
    .filter(isBillType);
}

/** Adds or removes a type; without any type the filter itself is removed. */
export function toggleType(filters: BillFilters, type: number): BillFilters {
  const chosen = typesOf(filters);
  const types = chosen.includes(type)
    ? chosen.filter((other) => other !== type)
    : [...chosen, type].toSorted((a, b) => a - b);
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

/** Whether the last day lies before the first. */
export function isBackwards(filters: BillFilters): boolean {
  const from = startOf(filters.from);
  const to = startOf(filters.to);
  return from !== undefined && to !== undefined && to < from;
}

/** The filters as a request, without a page. Days become Unix ms in the device's time zone, both ends included. */
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

/** Midnight at the beginning of a day in the device's time zone, Unix ms; undefined for an invalid day. */
function startOf(day: string | undefined): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  const midnight = new Date(Number(year), Number(month) - 1, Number(date));
  return midnight.getDate() === Number(date) && midnight.getTime() >= 0
    ? midnight.getTime()
    : undefined;
}

/** Adds a calendar day: with a change of the clocks it is not 24 hours long. */
function nextDay(midnight: number): number {
  const day = new Date(midnight);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}

/** Order in the filter: the most used types first. */
export const billTypeOrder: readonly BillType[] = [5, 6, 7, 8, 9, 10, 3, 4, 1, 2, 11, 12, 0];

const known: ReadonlySet<number> = new Set(Object.values(billTypes));

/** Whether the app has a name for this type; a newer venue may send others. */
export function isBillType(type: number): type is BillType {
  return known.has(type);
}
