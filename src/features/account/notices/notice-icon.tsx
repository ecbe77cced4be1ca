import type { ComponentType } from "react";
import type { IconProps } from "../../../ui/icons/icon.tsx";
import {
  AssetsIcon,
  BellIcon,
  CoinsIcon,
  ContractsIcon,
  KeyIcon,
  LockIcon,
  LogInIcon,
  ProfileIcon,
  RechargeIcon,
  SecondsIcon,
  ShieldIcon,
  WithdrawIcon,
} from "../../../ui/icons/navigation-icons.tsx";
import { WarningIcon } from "../../../ui/icons/status-icons.tsx";

const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  login: LogInIcon,
  password: KeyIcon,
  withdrawal_password: KeyIcon,
  withdrawal_locked: LockIcon,
  account_status: ShieldIcon,
  sessions_ended: ShieldIcon,
  second_factor: ShieldIcon,
  order: CoinsIcon,
  position_closed: ContractsIcon,
  liquidation_near: WarningIcon,
  liquidation: WarningIcon,
  standstill: WarningIcon,
  settled: ContractsIcon,
  recharge: RechargeIcon,
  withdrawal: WithdrawIcon,
  certification: ProfileIcon,
  bank_card: AssetsIcon,
  seconds_result: SecondsIcon,
  seconds_void: SecondsIcon,
  paper_funds: RechargeIcon,
  restored: WarningIcon,
  price_alert: BellIcon,
  funding: ContractsIcon,
};

/** What a notice is about, as a picture beside its words. */
export function NoticeIcon({ kind }: { kind: string }) {
  const KindIcon = icons[kind] ?? BellIcon;
  return <KindIcon size={20} />;
}
