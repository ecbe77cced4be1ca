import { expect, test } from "vitest";
import {
  cardProblems,
  groupCard,
  isWhole,
  numberProblem,
} from "../../../../../src/features/wallet/withdraw/bank-card/bank-card-form.ts";

test.each([
  ["", "number-missing"],
  ["4242 4242", "number-short"],
  ["4242x", "number-characters"],
  ["42424242424242424242", "number-long"],
  ["4242 4242 4242 4241", "number-wrong"],
  ["4242-4242-4242-4242", undefined],
  ["6304000000000000", undefined],
  ["0000 0000 0000 0000", "number-wrong"],
])("%s: %s", (number, problem) => {
  expect(numberProblem(number)).toBe(problem);
});

test("is grouped as it is typed, and other characters than digits stay", () => {
  expect(groupCard("4242424242424242")).toBe("4242 4242 4242 4242");
  expect(groupCard("4242 4242 4")).toBe("4242 4242 4");
  expect(groupCard("42a2")).toBe("42a2");
  expect(isWhole("4242 4242 4242 424")).toBe(false);
  expect(isWhole("4242 4242 4242 4242")).toBe(true);
});

test("every missing field is reported", () => {
  expect(cardProblems({ bank: " ", holder: "", number: "1", branch: "" })).toEqual({
    bank: "bank-missing",
    holder: "holder-missing",
    number: "number-short",
  });
  expect(cardProblems({ bank: "B", holder: "H", number: "4242424242424242", branch: "" })).toEqual(
    {},
  );
});
