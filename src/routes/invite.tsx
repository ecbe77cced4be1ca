import { createFileRoute } from "@tanstack/react-router";
import { InviteScreen } from "../features/account/invite/invite-screen.tsx";

export const Route = createFileRoute("/invite")({ component: InviteScreen });
