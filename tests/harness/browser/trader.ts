import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bankCardEndpoints } from "#protocol/api/bank-card.ts";
import { certificationEndpoints } from "#protocol/api/certification.ts";
import { contractsEndpoints, type ContractPosition } from "#protocol/api/contracts.ts";
import { rechargeEndpoints, type RechargeRecord } from "#protocol/api/recharge.ts";
import { secondsOrderEndpoints, secondsRiskVersion } from "#protocol/api/seconds-order.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { png } from "../samples/sample-images.ts";
import type { RunningVenue } from "../venue/running-venue.ts";
import { askAs, type Person, uploadAs } from "./ask-as.ts";
import { newcomersPassword } from "./newcomer.ts";

const withdrawalPassword = "480217";

/**
 * Has a person do what there is to do, so that no screen of theirs is empty. The venue decides nothing by itself
 * (`REVIEW=manual`), so that something waits for a review.
 */
export async function tradeAs(person: Person, venue: RunningVenue): Promise<void> {
  const post = (path: string, request: Record<string, unknown>) =>
    askAs(person, venue.address, "POST", path, request);
  const own = () => ({ client_order_id: randomUUID() });
  const second = (time: number, direction: "up" | "down") =>
    post(secondsOrderEndpoints.secondPlaceOrder.path, {
      symbol: "btcusdt",
      direction,
      time,
      amount: "50",
      risk_ack: secondsRiskVersion,
      ...own(),
    });
  await post(secondsOrderEndpoints.secondAckRisk.path, { version: secondsRiskVersion });
  await second(30, "up");

  const coin = { symbol: "btcusdt", side: "buy" };
  await post(spotEndpoints.coinPlaceOrder.path, {
    ...coin,
    type: "market",
    value: "1000",
    ...own(),
  });
  await post(spotEndpoints.coinPlaceOrder.path, {
    ...coin,
    type: "limit",
    price: "30000",
    amount: "0.01",
    ...own(),
  });

  const contract = { direction: "buy", lever_rate: 10, volume: 40, order_type: "market" };
  for (const code of ["BTC-USDT", "ETH-USDT"])
    await post(contractsEndpoints.contractPlaceOrder.path, {
      ...contract,
      contract_code: code,
      ...own(),
    });
  const position = async (code: string): Promise<ContractPosition> => {
    for (;;) {
      const { list } = (await askAs(
        person,
        venue.address,
        "GET",
        contractsEndpoints.contractPositions.path,
        {},
      )) as { list: ContractPosition[] };
      const found = list.find((one) => one.contract_code === code);
      if (found) return found;
      await sleep(250);
    }
  };
  const closing = await position("ETH-USDT");
  await post(contractsEndpoints.contractClosePosition.path, {
    position_id: closing.id,
    volume: closing.volume,
    order_type: "market",
    ...own(),
  });
  const { mark_price: mark } = await position("BTC-USDT");
  await post(contractsEndpoints.contractPlaceOrder.path, {
    ...contract,
    contract_code: "BTC-USDT",
    order_type: "limit",
    price: String(Math.round(Number(mark) * 0.97)),
    ...own(),
  });

  const pictures: string[] = [];
  for (const shade of [60, 90, 120, 150])
    pictures.push(await uploadAs(person, venue.address, png({ shade })));
  const [paid = "", other = "", front = "", back = ""] = pictures;
  for (const [voucher, amount] of [
    [paid, "200"],
    [other, "350"],
  ])
    await post(rechargeEndpoints.recharge.path, {
      flag: "USDT",
      network: "TRC20",
      amount,
      voucher,
      ...own(),
    });
  const { list } = (await askAs(
    person,
    venue.address,
    "GET",
    rechargeEndpoints.payOrder.path,
    {},
  )) as { list: RechargeRecord[] };
  await venue.operate("approve", "recharge", list.at(-1)?.id ?? "");

  await post(certificationEndpoints.cert.path, {
    name: "Ada Lovelace",
    id_number: "SAMPLE-1815",
    front,
    back,
  });
  await venue.operate("approve", "cert", "1");
  await post(walletEndpoints.setWpass.path, {
    wpassword: withdrawalPassword,
    password: newcomersPassword,
  });
  const { id: card } = (await post(bankCardEndpoints.setBanks.path, {
    bank_name: "Analytical Bank",
    account_name: "Ada Lovelace",
    card_no: "4242424242424242",
    wpassword: withdrawalPassword,
  })) as { id: string };
  await venue.operate("approve", "bank", card);
  await post(withdrawalEndpoints.withdrawalWithBank.path, {
    bank_id: card,
    flag: "USDT",
    amount: "120",
    wpassword: withdrawalPassword,
    ...own(),
  });
  await second(300, "down");
}
