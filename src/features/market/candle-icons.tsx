import { Icon, type IconProps } from "../../ui/icon.tsx";

export function SlidersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5h9M18.5 7.5H20M4 16.5h1.5M11 16.5h9" />
      <circle cx="15.75" cy="7.5" r="2.5" />
      <circle cx="8.25" cy="16.5" r="2.5" />
    </Icon>
  );
}

export function ExpandIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M14 4.75h5.25V10M19 5l-5.5 5.5M10 19.25H4.75V14M5 19l5.5-5.5" />
    </Icon>
  );
}

export function ShrinkIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M19.25 10H14V4.75M14.25 9.75 19.5 4.5M4.75 14H10v5.25M9.75 14.25 4.5 19.5" />
    </Icon>
  );
}
