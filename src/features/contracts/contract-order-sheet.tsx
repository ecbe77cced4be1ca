import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../ui/sheet.tsx";
import { ContractOrderDetail } from "./contract-order-detail.tsx";

/** One contract order whole, in a sheet. */
export function ContractOrderSheet({
  orderId,
  open,
  onClose,
}: {
  orderId: string;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Contract order`} closeLabel={t`Close`}>
      <ContractOrderDetail orderId={orderId} />
    </Sheet>
  );
}
