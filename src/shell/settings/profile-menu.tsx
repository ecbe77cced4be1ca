import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState, type RefObject } from "react";
import { authorizedAtom, userAtom } from "../../features/session/session-atoms.ts";
import { logOut } from "../../features/session/session-flow.ts";
import { LatePart } from "../../ui/states/late-part.tsx";
import { type MenuItem, MenuList } from "../../ui/actions/menu-list.tsx";
import {
  AssetsIcon,
  BellIcon,
  DeviceIcon,
  DownloadIcon,
  HistoryIcon,
  KeyIcon,
  LockIcon,
  LogInIcon,
  LogOutIcon,
  ProfileIcon,
  SettingsIcon,
  ShieldIcon,
  SupportIcon,
} from "../../ui/icons/navigation-icons.tsx";
import { ShareIcon } from "../../ui/icons/action-icons.tsx";
import { InfoIcon } from "../../ui/icons/status-icons.tsx";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";

const loadSettings = () => import("./settings-sheet.tsx").then((loaded) => loaded.SettingsSheet);
const loadNotices = () =>
  import("./notice-settings-sheet.tsx").then((loaded) => loaded.NoticeSettingsSheet);
const loadStorage = () => import("./storage-sheet.tsx").then((loaded) => loaded.StorageSheet);
const loadInstall = () =>
  import("../install/install-sheet.tsx").then((loaded) => loaded.InstallSheet);
const loadContacts = () =>
  import("../../features/platform/contacts-sheet.tsx").then((loaded) => loaded.ContactsSheet);

export interface ProfileMenuProps {
  /** What the button's `popoverTarget` names. */
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  /** The button was pressed before this was there. */
  opens: boolean;
  /** The address asks for the install page. */
  download: boolean;
  showDownload: (shown: boolean) => void;
}

/** Who is logged in, and what they can do from anywhere; and the sheets that it leads to. */
export function ProfileMenu({ id, trigger, opens, download, showDownload }: ProfileMenuProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const [sheet, setSheet] = useState<"settings" | "storage" | "support" | "notices" | null>(null);
  const missing = () => {
    setSheet(null);
    if (download) showDownload(false);
    showToast(store, {
      type: "error",
      description: t`This part could not be loaded. Try again with a connection.`,
    });
  };

  const hasWithdrawalPassword = String(user?.wpassword ?? "") !== "";

  async function leave() {
    await navigate({ to: "/" });
    const isEnded = await logOut(store);
    showToast(store, {
      type: isEnded ? "success" : "warning",
      description: isEnded
        ? t({
            id: "profile.logoutSuccess",
            message: "You are logged out. Nothing of your account is left on this device.",
          })
        : t`You are logged out on this device, and nothing of your account is left on it. The venue did not answer: it ends the session as soon as it can be reached.`,
    });
  }

  const everybody: MenuItem[] = [
    {
      id: "support",
      label: t`Customer service`,
      icon: <SupportIcon size={20} />,
      onSelect: () => setSheet("support"),
    },
    {
      id: "install",
      label: t`Software download`,
      icon: <DownloadIcon size={20} />,
      onSelect: () => showDownload(true),
    },
    {
      id: "settings",
      label: t`Language and appearance`,
      icon: <SettingsIcon size={20} />,
      onSelect: () => setSheet("settings"),
    },
    {
      id: "storage",
      label: t`Storage and offline`,
      icon: <DeviceIcon size={20} />,
      onSelect: () => setSheet("storage"),
    },
    {
      id: "agreement",
      label: t`User agreement`,
      icon: <InfoIcon size={20} />,
      onSelect: () => void navigate({ to: "/useragreement" }),
    },
  ];
  const groups: MenuItem[][] = authorized
    ? [
        [
          {
            id: "assets",
            label: t`Assets`,
            icon: <AssetsIcon size={20} />,
            onSelect: () => void navigate({ to: "/assets" }),
          },
          {
            id: "history",
            label: t`Billing history`,
            icon: <HistoryIcon size={20} />,
            onSelect: () => void navigate({ to: "/history" }),
          },
        ],
        [
          {
            id: "security",
            label: t`Security`,
            icon: <ShieldIcon size={20} />,
            onSelect: () => void navigate({ to: "/security" }),
          },
          {
            id: "password",
            label: t`Change login password`,
            icon: <KeyIcon size={20} />,
            onSelect: () => void navigate({ to: "/password/modify" }),
          },
          {
            id: "withdrawal-password",
            label: hasWithdrawalPassword
              ? t`Change withdrawal password`
              : t`Set withdrawal password`,
            icon: <LockIcon size={20} />,
            onSelect: () => void navigate({ to: "/password/withdraw" }),
          },
        ],
        [
          {
            id: "notices",
            label: t`Notifications`,
            icon: <BellIcon size={20} />,
            onSelect: () => setSheet("notices"),
          },
          {
            id: "invite",
            label: t`Invite others`,
            icon: <ShareIcon size={20} />,
            onSelect: () => void navigate({ to: "/invite" }),
          },
          ...everybody,
        ],
        [
          {
            id: "logout",
            label: t`Log out`,
            icon: <LogOutIcon size={20} />,
            onSelect: () => void leave(),
          },
        ],
      ]
    : [
        [
          {
            id: "login",
            label: t`Log in`,
            icon: <LogInIcon size={20} />,
            onSelect: () => void navigate({ to: "/login" }),
          },
          {
            id: "register",
            label: t`Register`,
            icon: <ProfileIcon size={20} />,
            onSelect: () => void navigate({ to: "/register" }),
          },
        ],
        everybody,
      ];

  return (
    <>
      <MenuList
        id={id}
        label={t`Profile`}
        trigger={trigger}
        opens={opens}
        groups={groups}
        header={
          authorized ? (user?.account ?? <Trans>Logged in</Trans>) : <Trans>Not logged in</Trans>
        }
      />
      <LatePart
        load={loadSettings}
        wanted={sheet === "settings"}
        onMissing={missing}
        props={{ open: sheet === "settings", onClose: () => setSheet(null) }}
      />
      <LatePart
        load={loadNotices}
        wanted={sheet === "notices"}
        onMissing={missing}
        props={{ open: sheet === "notices", onClose: () => setSheet(null) }}
      />
      <LatePart
        load={loadStorage}
        wanted={sheet === "storage"}
        onMissing={missing}
        props={{ open: sheet === "storage", onClose: () => setSheet(null) }}
      />
      <LatePart
        load={loadInstall}
        wanted={download}
        onMissing={missing}
        props={{ open: download, onClose: () => showDownload(false) }}
      />
      <LatePart
        load={loadContacts}
        wanted={sheet === "support"}
        onMissing={missing}
        props={{ open: sheet === "support", onClose: () => setSheet(null) }}
      />
    </>
  );
}
