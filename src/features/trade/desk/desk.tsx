import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { LatePart } from "../../../ui/states/late-part.tsx";
import type { OrderNotice } from "../trade-screen.ts";
import type { DeskPanesProps } from "./desk-panes.tsx";

const loadPanes = () => import("./desk-panes.tsx").then((loaded) => loaded.DeskPanes);

/** The panes of a desk, once their code has come. Their room is there from the first frame. */
export const Desk = memo(function Desk({
  notify,
  ...props
}: DeskPanesProps & { notify: (notice: OrderNotice) => void }) {
  const { t } = useLingui();
  return (
    <LatePart
      load={loadPanes}
      wanted
      onMissing={() =>
        notify({
          type: "error",
          description: t`This part could not be loaded. The app tries again by itself.`,
        })
      }
      props={props}
    />
  );
});
