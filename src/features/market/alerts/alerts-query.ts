import type { RequestOf } from "#protocol/api/endpoint.ts";
import { priceAlertEndpoints } from "#protocol/api/price-alerts.ts";
import { call } from "../../../api/call.ts";
import { read } from "../../../api/query.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

const { priceAlerts, addPriceAlert, setPriceAlert } = priceAlertEndpoints;

/** The user's price alerts, newest first. */
export const priceAlertsQuery = () => read(priceAlerts, {}, { quiet: true });

export type WantedAlert = RequestOf<typeof addPriceAlert>;
type AlertChange = RequestOf<typeof setPriceAlert>;

/** Adding an alert; the venue takes the same one twice for one. */
export const addingAlert = settingKind<WantedAlert, { id: string }>({
  name: "add-price-alert",
  send: ({ intent }) => call(addPriceAlert, intent, { quiet: true }),
  // Sent again it is the same alert.
  find: ({ intent }) => call(addPriceAlert, intent, { quiet: true }),
  invalidates: [priceAlerts],
});

/** Switching an alert on or off, or removing it. */
export const settingAlert = settingKind<AlertChange, AlertChange>({
  name: "set-price-alert",
  async send({ intent }) {
    await call(setPriceAlert, intent, { quiet: true });
    return intent;
  },
  async find({ intent }, signal) {
    const { list } = await call(priceAlerts, {}, { quiet: true, signal });
    const state = list.find(({ id }) => id === intent.id)?.state ?? "removed";
    return state === intent.state ? intent : undefined;
  },
  invalidates: [priceAlerts],
});
