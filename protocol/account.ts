import * as v from "valibot";
import { endpoint, nothing } from "./endpoint.ts";
import { user } from "./user.ts";

export const accountEndpoints = {
  userInfo: endpoint({
    method: "GET", path: "/api/account/userInfo", access: "user", refusals: [],
    summary: "The session's own user.",
    request: nothing, data: v.object({ player: user, certstatus: v.optional(v.number(), 0) }),
  }),
};
