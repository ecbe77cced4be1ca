import { Icon, type IconProps } from "./icon.tsx";

// Icons of states: what happened, or what to know.

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 12.5 4.75 4.75L19 7.5" />
    </Icon>
  );
}

export function CheckCircleIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="m8.5 12.25 2.45 2.45 4.55-5" />
    </Icon>
  );
}

export function WarningIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.7 4.75 3.45 17.25A1.5 1.5 0 0 0 4.75 19.5h14.5a1.5 1.5 0 0 0 1.3-2.25L13.3 4.75a1.5 1.5 0 0 0-2.6 0ZM12 9.5v4" />
      <path d="M12 16.5h.01" strokeWidth={2.25} />
    </Icon>
  );
}

export function InfoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 11.25v4.5" />
      <path d="M12 8.25h.01" strokeWidth={2.25} />
    </Icon>
  );
}

export function ErrorIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 8v4.75" />
      <path d="M12 15.75h.01" strokeWidth={2.25} />
    </Icon>
  );
}

export function OfflineIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4l16 16M2.75 9.25A14 14 0 0 1 7 6.7M10.5 5.6A14 14 0 0 1 21.25 9.25M6 13a9 9 0 0 1 3.4-2.2M14 10.65A9 9 0 0 1 18 13M9.25 16.5a4.25 4.25 0 0 1 5.5 0" />
      <path d="M12 19.25h.01" strokeWidth={2.25} />
    </Icon>
  );
}

export function ClockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.5V12l3 2" />
    </Icon>
  );
}

export function InboxIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 13.5 6.6 6a1.5 1.5 0 0 1 1.4-1h8a1.5 1.5 0 0 1 1.4 1L20 13.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13.5h4.5l1.25 2.25h4.5l1.25-2.25H20" />
    </Icon>
  );
}
