import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  type NoticeChannel,
  type NoticeSettings,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
  safetyTopics,
} from "#protocol/api/notice-settings.ts";
import { RowsMissing } from "../../features/platform/lists/rows-missing.tsx";
import {
  choosingNotices,
  noticeSettingsQuery,
} from "../../features/account/notices/notice-settings-query.ts";
import { useNumberMessages } from "../../features/platform/forms/use-number-messages.ts";
import { hasHaptics } from "../../features/platform/haptics.ts";
import { useOnline } from "../../features/platform/use-online.ts";
import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import { Chip } from "../../ui/fields/chip.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { useFormWrite } from "../../writes/use-form-write.ts";
import { PushSwitch } from "../../features/account/push/push-switch.tsx";
import styles from "./notice-settings-sheet.module.css";

/** Which notices reach the user by which channels, and when not. */
export function NoticeSettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Notifications`} closeLabel={t`Close`}>
      <Content />
    </Sheet>
  );
}

function Content() {
  const { t } = useLingui();
  const online = useOnline();
  const client = useQueryClient();
  const query = useQuery({ ...noticeSettingsQuery(), refetchOnMount: "always" });
  const latest = useRef<NoticeSettings>(undefined);
  const choosing = useFormWrite(choosingNotices, {
    // What was tapped while it was sent goes now.
    onDone: (chosen) =>
      latest.current && latest.current !== chosen && choosing.send(latest.current),
    onFailed: () => void query.refetch(),
  });
  const { data, error } = query;
  if (!data && error)
    return <RowsMissing hold title={t`Your choices did not arrive`} query={query} />;
  if (!data) return <SkeletonRows count={6} lead={false} />;

  const { settings } = data;
  const choose = (next: NoticeSettings) => {
    client.setQueryData(noticeSettingsQuery().queryKey, { ...data, settings: next });
    latest.current = next;
    if (!choosing.isPending) choosing.send(next);
  };

  return (
    <div className={styles.groups}>
      {!online && (
        <Banner tone="offline">
          <Trans>You are offline: what you see holds, and can be changed with a connection.</Trans>
        </Banner>
      )}
      {choosing.error && (
        <Banner tone="warning" live>
          <Trans>The venue did not take that. What you see is what holds.</Trans>
        </Banner>
      )}
      <PushSwitch pushKey={data.push_key} />
      <Switch
        label={t`Hide amounts on a locked screen`}
        hint={t`A message then says what happened and in which market, and no amount, price or address.`}
        checked={settings.hide_amounts === 1}
        disabled={!online}
        onChecked={(on) => choose({ ...settings, hide_amounts: on ? 1 : 0 })}
      />
      <FundingLimit settings={settings} disabled={!online} onChoose={choose} />
      <QuietHours settings={settings} disabled={!online} onChoose={choose} />
      <Topics settings={settings} disabled={!online} onChoose={choose} />
    </div>
  );
}

interface PartProps {
  settings: NoticeSettings;
  disabled: boolean;
  onChoose: (next: NoticeSettings) => void;
}

/** Sent when the field is left, so that no half of a number counts. */
function FundingLimit({ settings, disabled, onChoose }: PartProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const [text, setText] = useState(() =>
    settings.funding_over === "" ? "" : toInputText(settings.funding_over, locale),
  );
  const rules = { maxDecimals: 8 };
  const refusals = useNumberMessages(rules.maxDecimals);
  function leave() {
    const parsed = parseNumber(text, locale, rules);
    const over = parsed.ok ? parsed.value : text === "" ? "" : undefined;
    if (over !== undefined && over !== settings.funding_over)
      onChoose({ ...settings, funding_over: over });
  }
  return (
    <NumberField
      label={t`Tell me when one funding costs more than`}
      hint={t`Of a contract position, in its quote currency. Empty: never.`}
      locale={locale}
      rules={rules}
      refusals={refusals}
      suffix="USDT"
      disabled={disabled}
      value={text}
      onValue={setText}
      onBlur={leave}
    />
  );
}

/** By the clock of the device on which they were switched on. */
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function QuietHours({ settings, disabled, onChoose }: PartProps) {
  const { t } = useLingui();
  const { quiet } = settings;
  const set = (change: Partial<NoticeSettings["quiet"]>) =>
    onChoose({ ...settings, quiet: { ...quiet, ...change } });
  return (
    <div className={styles.group}>
      <Switch
        label={t`Quiet hours`}
        hint={t`Nothing is pushed and nothing sounds, except what guards your account and your positions. The list has it all.`}
        checked={quiet.on === 1}
        disabled={disabled}
        onChecked={(on) => set({ on: on ? 1 : 0, zone: deviceZone() })}
      />
      {quiet.on === 1 && (
        <div className={styles.times}>
          <Time
            label={t`From`}
            value={quiet.from}
            disabled={disabled}
            onValue={(from) => set({ from })}
          />
          <Time label={t`To`} value={quiet.to} disabled={disabled} onValue={(to) => set({ to })} />
          <span className={styles.zone}>{quiet.zone.replaceAll("_", " ")}</span>
        </div>
      )}
    </div>
  );
}

function Time(props: {
  label: string;
  value: string;
  disabled: boolean;
  onValue: (time: string) => void;
}) {
  const { label, value, disabled, onValue } = props;
  return (
    <label className={styles.time}>
      <span>{label}</span>
      <input
        type="time"
        className={styles.clock}
        value={value}
        disabled={disabled}
        onChange={({ target }) => /^\d\d:\d\d$/.test(target.value) && onValue(target.value)}
      />
    </label>
  );
}

function Topics({ settings, disabled, onChoose }: PartProps) {
  const { t } = useLingui();
  const names: Record<NoticeTopic, [name: string, hint: string]> = {
    orders: [t`Orders`, t`Filled, partly filled, a stop price reached, ended.`],
    prices: [t`Price alerts`, t`Set with the bell beside a market’s price.`],
    results: [t`Take profit and stop loss`, t`With the result; and what the venue settled.`],
    liquidation: [t`Liquidation`, t`Close to it, and done. Always shown in the app.`],
    seconds: [t`Seconds contracts`, t`Won, lost, drawn, refunded.`],
    money: [t`Money in and out`, t`Recharges, withdrawals, bank cards.`],
    certification: [t`Certification`, t`Whether it was accepted.`],
    security: [
      t`Security`,
      t`Logins, passwords, what your account may do. Always shown in the app.`,
    ],
    venue: [t`The venue`, t`What the operator has to say.`],
  };
  const channelNames: Record<NoticeChannel, string> = {
    app: t`In the app`,
    push: t`When closed`,
    sound: t`Sound`,
    haptics: t`Vibration`,
  };
  const offered = noticeChannels.filter((channel) => channel !== "haptics" || hasHaptics());
  return noticeTopics.map((topic) => {
    const [name, hint] = names[topic];
    const chosen = settings.channels[topic];
    const isFixed = (channel: NoticeChannel) => channel === "app" && safetyTopics.includes(topic);
    const toggle = (channel: NoticeChannel) =>
      onChoose({
        ...settings,
        channels: {
          ...settings.channels,
          [topic]: chosen.includes(channel)
            ? chosen.filter((other) => other !== channel)
            : noticeChannels.filter((other) => other === channel || chosen.includes(other)),
        },
      });
    return (
      <section key={topic} className={styles.group} aria-labelledby={`topic-${topic}`}>
        <div>
          <h3 id={`topic-${topic}`} className={styles.name}>
            {name}
          </h3>
          <p className={styles.hint}>{hint}</p>
        </div>
        <div role="group" aria-label={name} className={styles.channels}>
          {offered.map((channel) => (
            <Chip
              key={channel}
              selected={chosen.includes(channel) || isFixed(channel)}
              disabled={disabled || isFixed(channel)}
              onClick={() => toggle(channel)}
            >
              {channelNames[channel]}
            </Chip>
          ))}
        </div>
      </section>
    );
  });
}
