import { useState } from "react";
import { RefreshIcon } from "../ui/icons/action-icons.tsx";
import { Button } from "../ui/actions/button.tsx";
import { IconButton } from "../ui/actions/icon-button.tsx";
import { Menu } from "../ui/actions/menu.tsx";
import {
  DownloadIcon,
  KeyIcon,
  LockIcon,
  LogOutIcon,
  ProfileIcon,
  SupportIcon,
} from "../ui/icons/navigation-icons.tsx";
import { GalleryLine, GallerySection } from "./gallery-section.tsx";

/** Buttons in all looks and states, and the menu. */
export function ActionsSection() {
  const [pressed, setPressed] = useState(0);
  const press = () => setPressed(pressed + 1);
  return (
    <GallerySection name="Actions">
      <Button look="primary" size="large" wide onClick={press}>
        Log in
      </Button>
      <GalleryLine>
        <Button look="primary" onClick={press}>
          Recharge
        </Button>
        <Button onClick={press}>Withdraw</Button>
        <Button look="quiet" onClick={press}>
          All markets
        </Button>
        <Button look="danger" onClick={press}>
          Cancel all
        </Button>
        <Button size="small" onClick={press}>
          Max
        </Button>
        <Button size="small" look="quiet" onClick={press}>
          Edit
        </Button>
      </GalleryLine>
      <GalleryLine>
        <Button look="up" size="large" onClick={press}>
          Buy 0.01 BTC
        </Button>
        <Button look="down" size="large" onClick={press}>
          Sell 0.01 BTC
        </Button>
      </GalleryLine>
      <GalleryLine>
        <Button look="primary" busy>
          Recharge
        </Button>
        <Button busy>Withdraw</Button>
        <Button icon={<RefreshIcon size={20} />} onClick={press}>
          Retry
        </Button>
        <IconButton label="Refresh" icon={<RefreshIcon />} onClick={press} />
        <IconButton label="Refresh, soft" tone="soft" icon={<RefreshIcon />} onClick={press} />
        <Menu
          label="Profile"
          icon={<ProfileIcon />}
          header="ada@example.org"
          groups={[
            [
              {
                id: "password",
                label: "Change login password",
                icon: <KeyIcon size={20} />,
                onSelect: press,
              },
              {
                id: "withdrawal",
                label: "Set withdrawal password",
                icon: <LockIcon size={20} />,
                onSelect: press,
              },
            ],
            [
              {
                id: "install",
                label: "Software download",
                icon: <DownloadIcon size={20} />,
                onSelect: press,
              },
              {
                id: "service",
                label: "Customer service",
                icon: <SupportIcon size={20} />,
                onSelect: press,
              },
            ],
            [
              {
                id: "logout",
                label: "Log out",
                icon: <LogOutIcon size={20} />,
                tone: "danger",
                onSelect: press,
              },
            ],
          ]}
        />
      </GalleryLine>
      <Button
        look="up"
        size="large"
        wide
        disabledReason="The price is 12 s old. You can buy again once it is live."
        onClick={press}
      >
        Buy 0.01 BTC
      </Button>
      <p>Pressed {pressed} times</p>
    </GallerySection>
  );
}
