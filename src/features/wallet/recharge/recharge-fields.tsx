import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type FormEvent, useRef, useState } from "react";
import type { RechargeChannel, RechargeCurrency } from "#protocol/api/wallet.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatAmount } from "../../../lib/format.ts";
import { parseNumber } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import { pageRows } from "../../platform/lists/paged-rows.ts";
import { currenciesAtom } from "../../platform/platform-atoms.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import { UploadField } from "../../upload/upload-field.tsx";
import { useUpload } from "../../upload/use-upload.ts";
import { RechargeAddress } from "./recharge-address.tsx";
import {
  type AmountProblem,
  chooseRecharge,
  rechargeProblems,
  rechargeRefusal,
  rechargeRequest,
} from "./recharge-form.ts";
import { RechargeNetworks } from "./recharge-networks.tsx";
import { RechargeProgress } from "./recharge-progress.tsx";
import { rechargePagesQuery } from "./recharge-queries.ts";
import styles from "./recharge.module.css";
import { useRechargeDraft } from "./use-recharge-draft.ts";
import { useRecharge } from "./use-recharge.ts";

interface RechargeFieldsProps {
  currencies: readonly RechargeCurrency[];
  /** Undefined until they are loaded. */
  channels: Readonly<Record<string, readonly RechargeChannel[]>> | undefined;
  /** Unix ms of the stored copy of the addresses; undefined while they are fresh. */
  oldSince: number | undefined;
  channelsFailed: boolean;
  flag: string | undefined;
  onFlag: (flag: string) => void;
  /** Called when the shown addresses or networks turn out to be outdated. */
  onStale: () => void;
}

/** The form of a recharge, from the currency to the image of the payment. */
export function RechargeFields({
  currencies,
  channels,
  oldSince,
  channelsFailed,
  flag: linked,
  onFlag,
  onStale,
}: RechargeFieldsProps) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { text, change, used } = useRechargeDraft(i18n.locale);
  const flag = linked ?? text.flag;
  const records = useInfiniteQuery(rechargePagesQuery());
  const choice = chooseRecharge(
    currencies,
    channels,
    { flag, network: linked === undefined || linked === text.flag ? text.network : null },
    pageRows(records.data),
  );
  const { currency, network, channel } = choice;
  const scale = useAtomValue(currenciesAtom).find((one) => one.flag === currency?.flag)?.scale ?? 8;
  const messages = useRechargeMessages(currency?.flag ?? "");
  const refusals = useNumberMessages(scale);
  const stop = useWriteStop();
  const upload = useUpload("voucher");
  const { write, isBusy: busy, send: submit, dismiss } = useRecharge();
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState(false);

  const voucher = upload.state.step === "sent" ? upload.state.id : undefined;
  const rules = { maxDecimals: scale };
  const draft = { choice, amount: parseNumber(text.amount, i18n.locale, rules), scale, voucher };
  const problems = rechargeProblems(draft);
  const { amount: fault } = problems;
  const amountProblem =
    fault && (tried || (left && text.amount !== "" && fault.kind !== "unread"))
      ? messages.amount(fault)
      : undefined;
  const isUsed =
    voucher !== undefined &&
    records.data?.pages.some(({ list }) => list.some((record) => record.voucher === voucher));
  const shown = draft.amount.ok
    ? `${formatAmount(draft.amount.value, i18n.locale)}\u00a0${currency?.flag ?? ""}`
    : "";

  function edit(changed: Parameters<typeof change>[0]) {
    dismiss();
    change(changed);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy || stop !== undefined) return;
    const request = rechargeRequest(draft);
    if (!request) {
      setTried(true);
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>("[aria-invalid=true], [data-step=none] button")
          ?.focus(),
      );
      return;
    }
    const end = await submit(request);
    if (end.step === "done") {
      setTried(false);
      setLeft(false);
      used(text.amount);
      upload.drop(voucher);
    } else if (end.step === "refused") {
      const { place } = rechargeRefusal(end.refusal.status, end.refusal.data);
      if (place === "voucher") upload.markMissing();
      if (place === "address" || place === "network") onStale();
    }
  }

  const wanting = problems.currency ? "currency" : problems.network ? "network" : undefined;

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => void send(event)}
      aria-label={t`Recharge`}
    >
      <RechargeNetworks
        currencies={currencies}
        choice={choice}
        problem={tried ? wanting : undefined}
        onCurrency={(next) => {
          edit({ flag: next, network: null });
          onFlag(next);
        }}
        onNetwork={(next) => edit({ flag: currency?.flag ?? null, network: next })}
      />
      {network?.status === 1 && channel && currency && (
        <RechargeAddress
          key={channel.channel_id}
          flag={currency.flag}
          channel={channel}
          oldSince={oldSince}
        />
      )}
      {network?.status === 1 && !channel && channelsFailed && (
        <Banner
          tone="warning"
          action={<Button look="quiet" size="small" onClick={onStale}>{t`Try again`}</Button>}
        >
          <Trans>The address did not arrive.</Trans>
        </Banner>
      )}
      {network?.status === 1 && channel && (
        <>
          <NumberField
            label={t`Amount sent`}
            locale={i18n.locale}
            rules={rules}
            refusals={refusals}
            value={text.amount}
            suffix={currency?.flag}
            hint={
              network.max === null
                ? t`${messages.sum(network.min)} or more`
                : t`${formatAmount(network.min, i18n.locale)} to ${messages.sum(network.max)}`
            }
            problem={amountProblem}
            onBlur={() => setLeft(true)}
            onValue={(amount) =>
              edit({ flag: currency?.flag ?? null, network: network.network, amount })
            }
          />
          <UploadField
            label={t`Picture of the payment`}
            hint={t`On paper nothing was paid, so any picture stands for the receipt: a screenshot of this page will do. Never a real payment document.`}
            upload={upload}
            problem={
              tried && problems.voucher
                ? upload.state.step === "ready"
                  ? t`Send the picture first.`
                  : t`A picture of the payment is needed.`
                : undefined
            }
          />
          {isUsed && (
            <Banner tone="warning">
              <Trans>
                You sent this same picture with an earlier recharge. The reviewer can see that.
              </Trans>
            </Banner>
          )}
          <Button
            type="submit"
            look="primary"
            size="large"
            wide
            busy={busy}
            disabledReason={
              stop ??
              (upload.state.step === "sending" ? t`The picture is still on its way.` : undefined)
            }
          >
            {write.step === "absent"
              ? t`Send it again`
              : shown === ""
                ? t`Ask for the recharge`
                : t`Ask for ${shown}`}
          </Button>
        </>
      )}
      <RechargeProgress write={write} refusal={messages.refusal} />
    </form>
  );
}

/** Messages about the problems of a recharge. */
function useRechargeMessages(flag: string) {
  const { t, i18n } = useLingui();
  const sum = (digits: string) => `${formatAmount(digits, i18n.locale)}\u00a0${flag}`;

  function amount(problem: AmountProblem): string {
    switch (problem.kind) {
      case "missing":
        return t`Enter how much.`;
      case "unread":
        return t`${flag} has fewer decimals, or this is no amount.`;
      case "below": {
        const least = sum(problem.limit);
        return t`At least ${least} by this network.`;
      }
      case "above": {
        const most = sum(problem.limit);
        return t`At most ${most} at once by this network.`;
      }
    }
  }

  return {
    sum,
    amount,
    refusal: (status: number, data: unknown): string => {
      const refused = rechargeRefusal(status, data);
      switch (refused.place) {
        case "amount":
          return amount(refused.problem);
        case "voucher":
          return t`The venue no longer has this picture. Send it again.`;
        case "address":
          return t`The address of this network has changed and was loaded again. Check it before you go on.`;
        case "network":
          return t`This network takes no recharge at present. Choose another.`;
        case "pending":
          return t`Three recharges of yours are under review already. Wait until one is decided.`;
        case "form":
          return i18n._(errorText(status));
      }
    },
  };
}
