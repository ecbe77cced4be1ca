import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { OrderSlipSectionProps } from "./order-slip-section.tsx";

const Section = lazy<ComponentType<OrderSlipSectionProps>>(() =>
  import("./order-slip-section.tsx").then(
    ({ OrderSlipSection }) => ({ default: OrderSlipSection }),
    // Without its code the order is shown all the same.
    () => ({ default: Nothing }),
  ),
);

function Nothing(_props: OrderSlipSectionProps): ReactNode {
  return null;
}

/** What the venue signed of an order, loaded where an order is looked at. */
export function LateSlipSection(props: OrderSlipSectionProps) {
  return (
    <Suspense>
      <Section {...props} />
    </Suspense>
  );
}
