/** What certifies a person, step by step: pure. */
import type { Certification } from "#protocol/api/certification.ts";
import { deceiving } from "#protocol/api/endpoint.ts";
import { certStatus } from "#protocol/api/user.ts";

/** In the order in which it is asked for. */
export const certFields = ["name", "id_number", "front", "back"] as const;
export type CertField = (typeof certFields)[number];
export type CertStep = "data" | "front" | "back" | "check";

export interface CertData {
  name: string;
  id_number: string;
}

export interface CertPictures {
  front: string | undefined;
  back: string | undefined;
}

export type DataProblem = "missing" | "malformed";

/** What is to be handed in: all of it, or after a failed review what was asked for again. */
export function wantedFields({
  certstatus,
  reasons,
}: Pick<Certification, "certstatus" | "reasons">): readonly CertField[] {
  const again = certFields.filter((field) => reasons[field] !== undefined);
  return certstatus === certStatus.failed && again.length > 0 ? again : certFields;
}

export function stepsFor(wanted: readonly CertField[]): readonly CertStep[] {
  const asksData = wanted.includes("name") || wanted.includes("id_number");
  return [
    ...(asksData ? ["data" as const] : []),
    ...(["front", "back"] as const).filter((side) => wanted.includes(side)),
    "check",
  ];
}

/** The step that a field is filled in at. */
export function stepOf(field: string): CertStep | undefined {
  if (field === "name" || field === "id_number") return "data";
  return field === "front" || field === "back" ? field : undefined;
}

/** What is wrong with the data that is wanted, by the venue's own rules. */
export function dataProblems(
  { name, id_number }: CertData,
  wanted: readonly CertField[],
): Partial<Record<"name" | "id_number", DataProblem>> {
  const ofName = wanted.includes("name") ? nameProblem(name.trim()) : undefined;
  const ofNumber = wanted.includes("id_number") ? numberProblem(id_number.trim()) : undefined;
  return { ...(ofName && { name: ofName }), ...(ofNumber && { id_number: ofNumber }) };
}

/** A name has a letter and neither digits nor signs of other uses. */
function nameProblem(name: string): DataProblem | undefined {
  if (name === "") return "missing";
  const isName =
    name.length >= 2 &&
    name.length <= 100 &&
    /\p{L}/u.test(name) &&
    !/[\p{N}<>{}[\]|\\^~`@#$%*=+_";:?!/]/u.test(name) &&
    name.search(deceiving) < 0;
  return isName ? undefined : "malformed";
}

/** Letters, digits and what separates them; four at least, one of them a digit. */
function numberProblem(number: string): DataProblem | undefined {
  if (number === "") return "missing";
  const plain = number.normalize("NFKC").replaceAll(/[ ./-]/g, "");
  return /^[\p{L}\p{N} ./-]{1,40}$/u.test(number) && plain.length >= 4 && /\p{N}/u.test(plain)
    ? undefined
    : "malformed";
}

/** The field that a picture is missing for, or is the other side's; undefined where they are complete. */
export function pictureProblem(
  pictures: CertPictures,
  wanted: readonly CertField[],
): { side: "front" | "back"; kind: "missing" | "same" } | undefined {
  for (const side of ["front", "back"] as const)
    if (wanted.includes(side) && pictures[side] === undefined) return { side, kind: "missing" };
  return pictures.front !== undefined && pictures.front === pictures.back && wanted.includes("back")
    ? { side: "back", kind: "same" }
    : undefined;
}

/** Hands in what is wanted and nothing else; undefined where something of it is missing. */
export function certRequest(
  data: CertData,
  pictures: CertPictures,
  wanted: readonly CertField[],
): Partial<Record<CertField, string>> | undefined {
  if (Object.keys(dataProblems(data, wanted)).length > 0 || pictureProblem(pictures, wanted))
    return undefined;
  const values: Record<CertField, string | undefined> = {
    name: data.name.trim(),
    id_number: data.id_number.trim(),
    ...pictures,
  };
  return Object.fromEntries(wanted.map((field) => [field, values[field] ?? ""]));
}
