import type { HtxEndpoint } from "./htx-call.ts";

/**
 * HTX's lists of coin-margined contracts. The venue has none, but ccxt reads both lists by default and takes
 * an empty one for a failure of the whole exchange: so each names one contract that is not listed any more
 * (status 0), of a coin that does not exist.
 */
const delisted: HtxEndpoint = ({ now }) => ({
  status: "ok",
  ts: now,
  data: [
    {
      symbol: "NONE",
      contract_code: "NONE-USD",
      contract_size: 10,
      price_tick: 0.001,
      delivery_date: "",
      delivery_time: "",
      create_date: "",
      contract_status: 0,
      settlement_date: "",
    },
  ],
});

export const coinMargined: Record<string, HtxEndpoint> = {
  "/swap-api/v1/swap_contract_info": delisted,
  "/api/v1/contract_contract_info": delisted,
};
