import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { LateContent } from "../../trade/late-content.tsx";

const loadDetail = () =>
  import("./contract-order-detail.tsx").then((loaded) => loaded.ContractOrderDetail);

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
    <Sheet open={open} onClose={onClose} title={t`Contract order`} closeLabel={t`Close`} tall>
      <LateContent load={loadDetail} props={{ orderId }} />
    </Sheet>
  );
}
