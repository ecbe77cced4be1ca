import { Trans, useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { secondsOrderEndpoints, type SecondsLimitFacts } from "#protocol/api/seconds-order.ts";
import { keyOf } from "../../../api/query.ts";
import { rewriteNumber } from "../../../lib/parse-number.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import { dailyUsed } from "./limit-block.ts";
import {
  changeOf,
  highestPace,
  isChanged,
  type LimitName,
  limitNames,
  limitsText,
  readLimits,
  usedShare,
} from "./limits-form.ts";
import { settingLimits } from "./limit-writes.ts";
import { stakeDecimals } from "../figures/payout-figures.ts";
import { WriteTrouble } from "../../platform/forms/write-trouble.tsx";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";
import styles from "../figures/seconds-parts.module.css";

/** The form of the three limits, each with its use. Tightening applies at once, loosening after a day. */
export function LimitsPart({ facts }: { facts: SecondsLimitFacts }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const stop = useWriteStop();
  const messages = useSecondsMessages(facts.currency);
  const { locale } = i18n;
  const [typed, setTyped] = useState({ locale, text: limitsText(facts, locale) });
  if (typed.locale !== locale) {
    const rewritten = (name: LimitName) => rewriteNumber(typed.text[name], typed.locale, locale);
    setTyped({
      locale,
      text: {
        daily_loss: rewritten("daily_loss"),
        stake: rewritten("stake"),
        pace: rewritten("pace"),
      },
    });
  }
  const set = useFormWrite(settingLimits, {
    onDone(now) {
      client.setQueryData(keyOf(secondsOrderEndpoints.secondLimits, {}), now);
      setTyped({ locale, text: limitsText(now, locale) });
    },
  });
  const { text } = typed;
  const { limits, wrong } = readLimits(text, locale);
  const [moneyRefusals, countRefusals] = [useNumberMessages(stakeDecimals), useNumberMessages(0)];
  const names: Record<LimitName, string> = {
    daily_loss: t`Loss in one day`,
    stake: t`Stake of one contract`,
    pace: t`Contracts in 60 minutes`,
  };
  const loosened = limitNames.filter((name) => changeOf(facts[name], limits[name]) === "looser");
  const changed = isChanged(facts, limits);

  function valueText(name: LimitName, value: string | number | null): string {
    if (value === null) return t`no limit`;
    return name === "pace"
      ? plural(Number(value), { one: "# contract", other: "# contracts" })
      : messages.own(String(value));
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (changed && wrong.length === 0 && stop === undefined && !set.isPending) set.send(limits);
  }

  const { pending } = facts;
  const waiting = pending
    ? limitNames.filter((name) => changeOf(facts[name], pending[name]) === "looser")
    : [];
  return (
    <form className={styles.sheet} noValidate onSubmit={submit} aria-label={t`Limits`}>
      <p className={styles.soft}>
        <Trans>
          The venue keeps these, on every device. Tighter limits hold at once, looser ones after 24
          hours. An empty field is no limit.
        </Trans>
      </p>
      {limitNames.map((name) => (
        <div key={name} className={styles.limit}>
          <InsetNumberField
            label={names[name]}
            name={name}
            locale={locale}
            rules={{ maxDecimals: name === "pace" ? 0 : stakeDecimals }}
            refusals={name === "pace" ? countRefusals : moneyRefusals}
            suffix={
              name === "pace" ? undefined : <span className={styles.unit}>{facts.currency}</span>
            }
            value={text[name]}
            problem={
              name === "pace" && wrong.includes("pace") && text.pace !== ""
                ? t`From 1 to ${highestPace}.`
                : undefined
            }
            onValue={(value) => setTyped({ locale, text: { ...text, [name]: value } })}
          />
          <Used name={name} facts={facts} />
        </div>
      ))}
      {pending && waiting.length > 0 && (
        <Banner tone="info">
          {waiting.map((name) => (
            <p key={name}>
              {names[name]}: {valueText(name, facts[name])} → {valueText(name, pending[name])}
            </p>
          ))}
          <p>
            <Trans>
              Holds from {messages.moment(pending.from)} on. Saving again before then restarts the
              24 hours.
            </Trans>
          </p>
          <Button
            look="quiet"
            size="small"
            busy={set.isPending}
            disabledReason={stop}
            onClick={() =>
              set.send({
                daily_loss: facts.daily_loss,
                stake: facts.stake,
                pace: facts.pace,
              })
            }
          >{t`Keep the present ones`}</Button>
        </Banner>
      )}
      {changed && loosened.length > 0 && (
        <p className={styles.soft} role="status">
          <Trans>
            Looser, so it holds only 24 hours after you save:{" "}
            {loosened.map((name) => names[name]).join(", ")}.
          </Trans>
        </p>
      )}
      <WriteTrouble write={set} />
      <Button
        type="submit"
        look="primary"
        wide
        busy={set.isPending}
        disabledReason={
          stop ??
          (wrong.length > 0
            ? t`A number cannot be read.`
            : changed
              ? undefined
              : t`Nothing has changed.`)
        }
      >{t`Save limits`}</Button>
    </form>
  );
}

/** The use of a present limit, as a bar and as text. */
function Used({ name, facts }: { name: LimitName; facts: SecondsLimitFacts }) {
  const { t } = useLingui();
  const messages = useSecondsMessages(facts.currency);
  if (name === "stake")
    return facts.stake === null ? null : (
      <p className={styles.says}>
        <Trans>Now: {messages.own(facts.stake)}</Trans>
      </p>
    );
  if (name === "pace") {
    if (facts.pace === null)
      return (
        <p className={styles.says}>
          <Trans>{facts.last_hour} in the last 60 minutes. No limit now.</Trans>
        </p>
      );
    const label = t`${facts.last_hour} of ${facts.pace} in the last 60 minutes`;
    return <Bar label={label} share={usedShare(facts.last_hour, facts.pace)} />;
  }
  const lost = messages.own(facts.lost_today.startsWith("-") ? "0" : facts.lost_today);
  const staked = messages.own(facts.at_stake);
  if (facts.daily_loss === null)
    return (
      <p className={styles.says}>
        <Trans>
          Today: {lost} lost, {staked} at stake. No limit now.
        </Trans>
      </p>
    );
  const used = dailyUsed(facts);
  const label = t`${messages.own(used)} of ${messages.own(facts.daily_loss)} used today: ${lost} lost, ${staked} at stake`;
  return <Bar label={label} share={usedShare(used, facts.daily_loss)} />;
}

function Bar({ label, share }: { label: string; share: number }) {
  return (
    <Progress
      label={label}
      value={share}
      tone={share >= 1 ? "danger" : share >= 0.8 ? "warning" : "accent"}
    />
  );
}
