import { createFileRoute, useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import { LoginScreen } from "../features/session/login/login-screen.tsx";
import { safeTarget } from "../shell/session/route-guard.ts";

export const Route = createFileRoute("/login")({
  validateSearch: v.object({ to: v.fallback(v.optional(v.string()), undefined) }),
  component: function LoginRoute() {
    const { to } = Route.useSearch();
    const navigate = useNavigate();
    return (
      <LoginScreen to={to} onDone={() => void navigate({ href: safeTarget(to), replace: true })} />
    );
  },
});
