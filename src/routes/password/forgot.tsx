import { createFileRoute } from "@tanstack/react-router";
import { ForgotScreen } from "../../features/session/forgot/forgot-screen.tsx";

export const Route = createFileRoute("/password/forgot")({ component: ForgotScreen });
