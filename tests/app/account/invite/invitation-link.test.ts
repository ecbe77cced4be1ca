import { expect, test } from "vitest";
import {
  invitationLink,
  isOnThisMachine,
} from "../../../../src/features/account/invite/invitation-link.ts";

test("the link opens registration with the code", () => {
  expect(invitationLink("https://v.example", "AB2C")).toBe(
    "https://v.example/register?invite=AB2C",
  );
});

test.each([
  ["localhost", true],
  ["v.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.0.7", false],
  ["localhost.example", false],
  ["v.example", false],
])("%s leads to this machine only: %s", (hostname, isOwn) => {
  expect(isOnThisMachine(hostname)).toBe(isOwn);
});
