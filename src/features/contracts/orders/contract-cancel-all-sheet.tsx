import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { CancelAllSheet } from "../../trade/confirm/cancel-all-sheet.tsx";
import type { CancelResult } from "../../trade/writes/cancel-all-kind.ts";
import { contractCancelAll } from "./contract-cancel.ts";
import { openContractOrdersQuery } from "../figures/contract-queries.ts";
import { usePositionRefusalText } from "../figures/position-refusal-messages.ts";

export interface ContractCancelAllSheetProps {
  /** The only orders that are meant. */
  chosen: readonly ContractOrder[] | undefined;
  waiting: readonly ContractOrder[];
  /** The contract that is meant; undefined for all. */
  code: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Asks whether every waiting contract order, or those that were chosen, are to be cancelled; then how many were. */
export function ContractCancelAllSheet({
  chosen,
  waiting,
  code,
  open,
  onClose,
}: ContractCancelAllSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refusal = usePositionRefusalText();
  const orders = chosen ?? waiting;
  const where = code ?? t`all contracts`;
  return (
    <CancelAllSheet
      open={open}
      onClose={onClose}
      orders={orders}
      isOfChosen={chosen !== undefined}
      kind={contractCancelAll(
        chosen ? "chosen" : code === undefined ? "all" : { contract_code: code },
        async () => (await client.fetchQuery({ ...openContractOrdersQuery(), staleTime: 0 })).list,
      )}
      asking={
        <p>
          <Plural value={orders.length} one="# waiting order" other="# waiting orders" />
          {chosen ? "" : `: ${where}`}.{" "}
          <Trans>What was set aside comes back. What has filled stays open.</Trans>
        </p>
      }
      refusal={(status) => refusal({ status, data: null })}
      results={(results) => <Results results={results} />}
    />
  );
}

function Results({ results }: { results: readonly CancelResult<ContractOrder>[] }) {
  const gone = results.filter(({ became }) => became === "cancelled").length;
  const all = results.length;
  return (
    <Banner tone={gone === all ? "success" : "warning"} live>
      {gone === all ? (
        <Plural value={all} one="# order cancelled." other="# orders cancelled." />
      ) : (
        <Trans>
          {gone} of {all} cancelled. The others filled, ended or still wait.
        </Trans>
      )}
    </Banner>
  );
}
