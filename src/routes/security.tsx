import { createFileRoute } from "@tanstack/react-router";
import { SecurityScreen } from "../features/account/security/security-screen.tsx";

export const Route = createFileRoute("/security")({ component: SecurityScreen });
