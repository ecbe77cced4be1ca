import { LatePart } from "../../../ui/states/late-part.tsx";
import type { OrderSlipSectionProps } from "./order-slip-section.tsx";

const loadSection = () =>
  import("./order-slip-section.tsx").then((loaded) => loaded.OrderSlipSection);

/** What the venue signed of an order, loaded where an order is looked at. Without its code the order is shown all the same. */
export function LateSlipSection(props: OrderSlipSectionProps) {
  return <LatePart load={loadSection} wanted props={props} />;
}
