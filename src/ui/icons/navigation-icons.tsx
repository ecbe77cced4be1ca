import { Icon, type IconProps } from "./icon.tsx";

// Icons of places: tabs, header and the profile menu.

export function HomeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 10.8 12 4l8 6.8V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
    </Icon>
  );
}

export function CoinsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="9" cy="9" r="5.25" />
      <path d="M17.2 8.9a5.25 5.25 0 1 1-8.3 8.3" />
    </Icon>
  );
}

export function ContractsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3.5v3M8 15v3.5M16 6v3M16 17.5v3" />
      <rect x="5.5" y="6.5" width="5" height="8.5" rx="1" />
      <rect x="13.5" y="9" width="5" height="8.5" rx="1" />
    </Icon>
  );
}

export function SecondsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="13.5" r="7" />
      <path d="M12 13.5V9.75M9.75 3.25h4.5M18 6.75l1.25 1.25" />
    </Icon>
  );
}

export function AssetsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 7.25A1.75 1.75 0 0 1 6.25 5.5H17.5v3M4.5 7.25V17a2 2 0 0 0 2 2h12a1.5 1.5 0 0 0 1.5-1.5V10a1.5 1.5 0 0 0-1.5-1.5H5.75A1.25 1.25 0 0 1 4.5 7.25Z" />
      <circle cx="16" cy="13.75" r=".6" fill="currentColor" />
    </Icon>
  );
}

export function ProfileIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="8.25" r="3.75" />
      <path d="M4.75 19.75c.7-3.6 3.6-5.5 7.25-5.5s6.55 1.9 7.25 5.5" />
    </Icon>
  );
}

export function SettingsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5h7.5M16.5 7.5H20M4 16.5h3.5M12.5 16.5H20" />
      <circle cx="14" cy="7.5" r="2.5" />
      <circle cx="10" cy="16.5" r="2.5" />
    </Icon>
  );
}

export function HistoryIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.25 12a7.75 7.75 0 1 0 2.4-5.6L4.25 8.6" />
      <path d="M4.25 4.5v4.1h4.1M12 8v4.25l2.75 1.6" />
    </Icon>
  );
}

export function RechargeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4v10.5M7.75 10.25 12 14.5l4.25-4.25M4.75 16.5V18a2 2 0 0 0 2 2h10.5a2 2 0 0 0 2-2v-1.5" />
    </Icon>
  );
}

export function WithdrawIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 14.5V4M7.75 8.25 12 4l4.25 4.25M4.75 16.5V18a2 2 0 0 0 2 2h10.5a2 2 0 0 0 2-2v-1.5" />
    </Icon>
  );
}

export function SupportIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 15.5v-3a7.5 7.5 0 0 1 15 0v3" />
      <path d="M4.5 14.25A1.25 1.25 0 0 1 5.75 13H7.5v5H6a1.5 1.5 0 0 1-1.5-1.5zM19.5 14.25A1.25 1.25 0 0 0 18.25 13H16.5v5H18a1.5 1.5 0 0 0 1.5-1.5zM18 18c0 1.6-1.3 2.25-3.75 2.25" />
    </Icon>
  );
}

export function DownloadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="6.5" y="3" width="11" height="18" rx="2.25" />
      <path d="M12 7v6.5M9.25 11 12 13.75 14.75 11M11 17.75h2" />
    </Icon>
  );
}

export function GlobeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="M4.25 12h15.5M12 4c2.3 2.3 3.25 4.9 3.25 8S14.3 17.7 12 20c-2.3-2.3-3.25-4.9-3.25-8S9.7 6.3 12 4Z" />
    </Icon>
  );
}

export function LogInIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.5 8 14.5 12l-4 4M14.25 12H4M12.5 4H17a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4.5" />
    </Icon>
  );
}

export function LogOutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M16.25 8 20.25 12l-4 4M20 12H9.75M12 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h5" />
    </Icon>
  );
}

export function KeyIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m10.9 12.6 8.6-8.6M16 7.5l2.75 2.75M13.5 10l1.75 1.75" />
    </Icon>
  );
}

export function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v1.75" />
    </Icon>
  );
}

export function ShieldIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6z" />
      <path d="m9 11.9 2.2 2.2 3.9-4.1" />
    </Icon>
  );
}

export function BellIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6.25 10.25a5.75 5.75 0 0 1 11.5 0c0 4.25 1.75 6.25 1.75 6.25h-15s1.75-2 1.75-6.25ZM10 19.5c.45.6 1.15 1 2 1s1.55-.4 2-1" />
    </Icon>
  );
}

export function DeviceIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="6.75" y="3.5" width="10.5" height="17" rx="2" />
      <path d="M9.5 9h5M9.5 12h5M9.5 15h3" />
    </Icon>
  );
}
