import { i18n } from "@lingui/core";
import type { Notice } from "#protocol/api/account.ts";
import { accountEndpoints } from "#protocol/api/account.ts";
import { certificationEndpoints } from "#protocol/api/certification.ts";
import { contractsEndpoints } from "#protocol/api/contracts.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { defaultNoticeSettings, reachesBy, topicOf } from "#protocol/api/notice-settings.ts";
import { priceAlertEndpoints } from "#protocol/api/price-alerts.ts";
import { rechargeEndpoints } from "#protocol/api/recharge.ts";
import { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { invalidate } from "../../api/query.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { noticeSettingsQuery } from "../../features/account/notices/notice-settings-query.ts";
import { noticeText } from "../../features/account/notices/notices-messages.ts";
import { hideAmountsAtom } from "../../features/wallet/assets/wallet-atoms.ts";
import type { ToastType } from "../../ui/layers/toast.tsx";
import { queryClient, store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";
import { signalNotice } from "./notice-signals.ts";

/** Notices that a toast shows at once. The others wait in the list: a person who logs in knows it. */
const toastTypes: Record<string, (facts: Notice["facts"]) => ToastType> = {
  order: ({ event }) => (event === "filled" ? "success" : event === "ended" ? "warning" : "info"),
  position_closed: ({ close_kind }) => (close_kind === "tp" ? "success" : "warning"),
  liquidation_near: () => "warning",
  liquidation: () => "error",
  standstill: () => "warning",
  settled: () => "warning",
  seconds_result: ({ result }) => (result === "win" ? "success" : "info"),
  seconds_void: () => "info",
  recharge: ({ status }) => (status === 1 ? "success" : "warning"),
  withdrawal: ({ status }) => (status === 1 ? "success" : "warning"),
  certification: ({ status }) => (status === 1 ? "success" : "warning"),
  bank_card: ({ status }) => (status === 1 ? "success" : "warning"),
  account_status: () => "warning",
  paper_funds: () => "success",
  restored: () => "warning",
  price_alert: () => "info",
  funding: () => "warning",
  system: () => "info",
};

const money = [walletEndpoints.walletBalance, walletEndpoints.tradeRecord];
const coins = [spotEndpoints.coinOrders, spotEndpoints.coinOrder, ...money];
const contracts = [
  contractsEndpoints.contractPositions,
  contractsEndpoints.contractOrders,
  contractsEndpoints.contractHistory,
  ...money,
];
const seconds = [secondsOrderEndpoints.secondOrders, secondsOrderEndpoints.secondRecord, ...money];

/** Reads that are old once a notice of this kind has come. */
const outdatedBy: Record<string, readonly Endpoint[]> = {
  order: [...coins, ...contracts],
  position_closed: contracts,
  liquidation: contracts,
  funding: contracts,
  standstill: [...coins, ...contracts],
  settled: [...coins, ...contracts, ...seconds],
  seconds_result: seconds,
  seconds_void: seconds,
  recharge: [rechargeEndpoints.payOrder, ...money],
  withdrawal: [withdrawalEndpoints.withdrawalOrder, ...money],
  certification: [certificationEndpoints.cert, accountEndpoints.userInfo],
  paper_funds: money,
  restored: [...coins, ...contracts, ...seconds],
  price_alert: [priceAlertEndpoints.priceAlerts],
  system: money,
  account_status: [accountEndpoints.userInfo],
};

/** How long another tab of this device leaves a notice to the one that shows it. */
const shownElsewhereMs = 30_000;

/**
 * Shows new notices as toasts, in one of the tabs of this device, as the person chose for their topics, and reads again
 * what they made old.
 */
export async function showNotices(notices: readonly Notice[]): Promise<void> {
  const outdated = new Set(notices.flatMap(({ kind }) => outdatedBy[kind] ?? []));
  if (outdated.size > 0) void invalidate(queryClient, ...outdated);
  const shown = notices.filter(isShown);
  if (shown.length === 0) return;
  const settings = await queryClient.ensureQueryData(noticeSettingsQuery()).then(
    (answer) => answer.settings,
    () => defaultNoticeSettings,
  );
  for (const notice of shown)
    inOneTab(notice.id, () => {
      const now = venueNow();
      const topic = topicOf(notice.kind);
      signalNotice(settings, topic, now);
      if (reachesBy(settings, topic, "app", now)) toast(notice);
    });
}

/** Seconds contracts show their result themselves on their own screen. */
function isShown({ kind }: Notice): boolean {
  if (document.visibilityState === "hidden") return false;
  return kind in toastTypes && !(kind === "seconds_result" && location.pathname === "/seconds");
}

function inOneTab(id: string, show: () => void): void {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) {
    show();
    return;
  }
  void locks.request(`godwit:notice:${id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    show();
    await new Promise((resolve) => setTimeout(resolve, shownElsewhereMs));
  });
}

function toast(notice: Notice): void {
  const { title, content } = noticeText(notice, i18n, store.get(hideAmountsAtom));
  showToast(store, {
    // An order that is filled in three parts has one toast, which says the last of it.
    id: notice.ref_id === "" ? `notice-${notice.id}` : `notice-${notice.kind}-${notice.ref_id}`,
    type: toastTypes[notice.kind]?.(notice.facts) ?? "info",
    title,
    description: content,
  });
}
