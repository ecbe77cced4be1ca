import { withTexts } from "../../../i18n/activate.ts";

/** The sheet of the price alerts, with its texts: for a `LatePart`. */
export const loadAlertSheet = () =>
  withTexts("sheets", () => import("./alert-sheet.tsx")).then((loaded) => loaded.AlertSheet);
