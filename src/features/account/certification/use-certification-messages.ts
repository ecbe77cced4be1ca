import { useLingui } from "@lingui/react/macro";
import type { CertField, CertStep, DataProblem } from "./certification-form.ts";

/** What a certification asks for, in words. */
export function useCertificationWords() {
  const { t } = useLingui();
  return {
    field: (field: CertField): string => {
      switch (field) {
        case "name":
          return t`Full name`;
        case "id_number":
          return t`ID number`;
        case "front":
          return t`Front of the document`;
        case "back":
          return t`Back of the document`;
      }
    },
    step: (step: CertStep): string => {
      switch (step) {
        case "data":
          return t`Data`;
        case "front":
          return t({ context: "side of a document", message: "Front" });
        case "back":
          return t({ context: "side of a document", message: "Back" });
        case "check":
          return t({ context: "last step before sending", message: "Check" });
      }
    },
    problem: (field: "name" | "id_number", problem: DataProblem): string => {
      if (field === "name")
        return problem === "missing"
          ? t`Enter the name.`
          : t`A name has letters, and no digits or other signs.`;
      return problem === "missing"
        ? t`Enter the number.`
        : t`Letters and digits, four at least, one of them a digit.`;
    },
  };
}
