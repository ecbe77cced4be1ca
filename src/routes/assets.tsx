import { createFileRoute } from "@tanstack/react-router";
import { AssetsScreen } from "../features/wallet/assets/assets-screen.tsx";

export const Route = createFileRoute("/assets")({ component: AssetsScreen });
