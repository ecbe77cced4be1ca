import { expect, test } from "vitest";
import {
  certFields,
  certRequest,
  dataProblems,
  pictureProblem,
  stepOf,
  stepsFor,
  wantedFields,
} from "../../../../src/features/account/certification/certification-form.ts";
import { plainName, plainNumber } from "../../../../venue/account/certification/cert-rules.ts";

const data = { name: "  Ada Lovelace ", id_number: "AB-1234 567" };
const pictures = { front: "a".repeat(32), back: "b".repeat(32) };

test("all four are asked for at first, and after a failed review only what is named", () => {
  expect(wantedFields({ certstatus: 0, reasons: {} })).toEqual(certFields);
  expect(wantedFields({ certstatus: 3, reasons: { back: "blurred" } })).toEqual(["back"]);
  expect(wantedFields({ certstatus: 3, reasons: {} })).toEqual(certFields);
  expect(stepsFor(certFields)).toEqual(["data", "front", "back", "check"]);
  expect([stepsFor(["back"]), stepsFor(["id_number", "front"])]).toEqual([
    ["back", "check"],
    ["data", "front", "check"],
  ]);
  expect(["name", "id_number", "front", "back", "x"].map(stepOf)).toEqual([
    "data",
    "data",
    "front",
    "back",
    undefined,
  ]);
});

test("what is handed in is what is wanted, trimmed", () => {
  expect(certRequest(data, pictures, certFields)).toEqual({
    name: "Ada Lovelace",
    id_number: "AB-1234 567",
    ...pictures,
  });
  expect(
    certRequest({ name: "", id_number: "" }, { ...pictures, front: undefined }, ["back"]),
  ).toEqual({ back: pictures.back });
});

test("nothing is handed in that the venue would refuse", () => {
  expect(certRequest({ ...data, name: "" }, pictures, certFields)).toBeUndefined();
  expect(certRequest(data, { ...pictures, back: undefined }, certFields)).toBeUndefined();
  expect(pictureProblem({ ...pictures, front: undefined }, certFields)).toEqual({
    side: "front",
    kind: "missing",
  });
  expect(pictureProblem({ front: pictures.front, back: pictures.front }, certFields)).toEqual({
    side: "back",
    kind: "same",
  });
  expect(pictureProblem(pictures, certFields)).toBeUndefined();
});

test.each([
  "Ada",
  "Ada Lovelace",
  "李小龙",
  "Jean-Luc O’Neill",
  "M. X",
  "A",
  "",
  "12",
  "Ada1",
  "Ada <b>",
  "\u202eadA",
  "..",
  "a@b",
])("the name %j is judged as the venue judges it", (name) => {
  const taken = name.trim().length >= 2 && plainName(name.trim()) !== undefined;
  expect(dataProblems({ name, id_number: "1234" }, certFields).name === undefined).toBe(taken);
});

test.each([
  "AB-1234 567",
  "1234",
  "abc1",
  "abcd",
  "123",
  "1 2 3",
  "12.34/5-6",
  "",
  "12_34",
  "１２３４",
  "１２３ａ",
  "1234<",
  "1\u200b234",
])("the number %j is judged as the venue judges it", (id_number) => {
  const taken = id_number.trim().length >= 4 && plainNumber(id_number.trim()) !== undefined;
  expect(dataProblems({ name: "Ada", id_number }, certFields).id_number === undefined).toBe(taken);
});
