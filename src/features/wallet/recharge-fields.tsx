import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useRef, useState, type FormEvent } from "react";
import type { RechargeChannel, RechargeCurrency } from "#protocol/wallet.ts";
import { formatAmount } from "../../lib/format.ts";
import { parseNumber } from "../../lib/parse-number.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useWriteStop } from "../account/use-write-stop.ts";
import { PictureField } from "../picture/picture-field.tsx";
import { usePicture } from "../picture/use-picture.ts";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { useNumberRefusals } from "../platform/use-number-refusals.ts";
import { RechargeAddress } from "./recharge-address.tsx";
import { chooseRecharge } from "./recharge-choice.ts";
import { rechargeProblems, rechargeRefusal, rechargeWish } from "./recharge-form.ts";
import { RechargeNetworks } from "./recharge-networks.tsx";
import { RechargeProgress } from "./recharge-progress.tsx";
import { rechargePagesQuery } from "./recharge-queries.ts";
import { useRecharge } from "./use-recharge.ts";
import { useRechargeDraft } from "./use-recharge-draft.ts";
import { useRechargeWords } from "./use-recharge-words.ts";
import styles from "./recharge.module.css";

export interface RechargeFieldsProps {
  currencies: readonly RechargeCurrency[];
  /** Undefined until they are known. */
  channels: Readonly<Record<string, readonly RechargeChannel[]>> | undefined;
  /** The addresses are a copy of this age, Unix ms. */
  oldSince: number | undefined;
  channelsFailed: boolean;
  flag: string | undefined;
  onFlag: (flag: string) => void;
  /** What is shown is no longer what the venue has. */
  onStale: () => void;
}

/** The form of a recharge, from the currency to the picture. */
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
  const { text, change } = useRechargeDraft(i18n.locale);
  const flag = linked ?? text.flag;
  const choice = chooseRecharge(currencies, channels, {
    flag,
    network: linked === undefined || linked === text.flag ? text.network : null,
  });
  const { currency, network, channel } = choice;
  const scale = useAtomValue(currenciesAtom).find((one) => one.flag === currency?.flag)?.scale ?? 8;
  const words = useRechargeWords(currency?.flag ?? "");
  const refusals = useNumberRefusals(scale);
  const stop = useWriteStop();
  const held = usePicture("voucher");
  const { flow, busy, found, submit, reset } = useRecharge();
  const records = useInfiniteQuery(rechargePagesQuery());
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState(false);

  const voucher = held.state.step === "sent" ? held.state.id : undefined;
  const rules = { maxDecimals: scale };
  const draft = { choice, amount: parseNumber(text.amount, i18n.locale, rules), scale, voucher };
  const problems = rechargeProblems(draft);
  const { amount: fault } = problems;
  const amountProblem =
    fault && (tried || (left && text.amount !== "" && fault.kind !== "unread"))
      ? words.amount(fault)
      : undefined;
  const isUsed =
    voucher !== undefined &&
    records.data?.pages.some(({ list }) => list.some((record) => record.voucher === voucher));
  const shown = draft.amount.ok
    ? `${formatAmount(draft.amount.value, i18n.locale)}\u00a0${currency?.flag ?? ""}`
    : "";

  function edit(changed: Parameters<typeof change>[0]) {
    if (flow.step !== "idle" && !busy) reset();
    change(changed);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy || stop !== undefined) return;
    const wish = rechargeWish(draft);
    if (!wish) {
      setTried(true);
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>("[aria-invalid=true], [data-step=none] button")
          ?.focus(),
      );
      return;
    }
    const end = await submit(wish);
    if (end.step === "done") {
      setTried(false);
      setLeft(false);
      change({ amount: "" });
      held.drop();
    } else if (end.step === "refused") {
      const { place } = rechargeRefusal(end.status, end.data);
      if (place === "voucher") held.lost();
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
                ? t`${words.sum(network.min)} or more`
                : t`${formatAmount(network.min, i18n.locale)} to ${words.sum(network.max)}`
            }
            problem={amountProblem}
            onBlur={() => setLeft(true)}
            onValue={(amount) =>
              edit({ flag: currency?.flag ?? null, network: network.network, amount })
            }
          />
          <PictureField
            label={t`Picture of the payment`}
            hint={t`On paper nothing was paid, so any picture stands for the receipt: a screenshot of this page will do. Never a real payment document.`}
            held={held}
            problem={
              tried && problems.voucher
                ? held.state.step === "ready"
                  ? t`Send the picture first.`
                  : t`A picture of the payment is needed.`
                : undefined
            }
          />
          {isUsed && (
            <Banner tone="warning">
              <Trans>
                You sent this very picture with an earlier recharge. The reviewer is told so.
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
              (held.state.step === "sending" ? t`The picture is still on its way.` : undefined)
            }
          >
            {flow.step === "absent"
              ? t`Send it again`
              : shown === ""
                ? t`Ask for the recharge`
                : t`Ask for ${shown}`}
          </Button>
        </>
      )}
      <RechargeProgress flow={flow} found={found} refusal={words.refusal} />
    </form>
  );
}
