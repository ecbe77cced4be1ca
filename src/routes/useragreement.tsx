import { createFileRoute } from "@tanstack/react-router";
import { AgreementScreen } from "../features/platform/agreement.tsx";

export const Route = createFileRoute("/useragreement")({ component: AgreementScreen });
