import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { followStanding } from "../features/account/follow-standing.ts";
import { authorizedAtom, userAtom } from "../features/session/session-atoms.ts";
import { logOut } from "../features/session/session-flow.ts";
import { withTexts } from "../i18n/activate.ts";
import { LatePart } from "../ui/late-part.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { AssetsIcon, DeviceIcon, DownloadIcon, HistoryIcon, KeyIcon, LockIcon, LogInIcon, LogOutIcon, ProfileIcon, SettingsIcon, ShieldIcon, SupportIcon } from "../ui/navigation-icons.tsx";
import { InfoIcon } from "../ui/status-icons.tsx";
import { queryClient, store } from "./app-context.ts";
import { showToast } from "./toasts.ts";

const loadSettings = () => withTexts("sheets", () => import("./settings-sheet.tsx")).then((loaded) => loaded.SettingsSheet);
const loadStorage = () => withTexts("sheets", () => import("./storage-sheet.tsx")).then((loaded) => loaded.StorageSheet);
const loadInstall = () => withTexts("sheets", () => import("./install-sheet.tsx")).then((loaded) => loaded.InstallSheet);
const loadContacts = () => import("../features/platform/contacts-sheet.tsx").then((loaded) => loaded.ContactsSheet);

/** Who is logged in, and what they can do from anywhere. */
export function ProfileMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const [sheet, setSheet] = useState<"settings" | "storage" | "support" | null>(null);
  const download = useLocation({ select: ({ search }) => "download" in search && search.download === true });
  const showDownload = (shown: boolean) => void navigate({ to: ".", search: (search) => ({ ...search, download: shown || undefined }), replace: true, resetScroll: false });
  const missing = () => {
    setSheet(null);
    if (download) showDownload(false);
    showToast(store, { type: "error", description: t`This part could not be loaded. Try again with a connection.` });
  };

  const hasWithdrawalPassword = String(user?.wpassword ?? "") !== "";

  // The header is on every page, so nothing the venue says about the account is missed.
  useEffect(() => followStanding(queryClient, store), []);

  async function leave() {
    await navigate({ to: "/" });
    await logOut(store);
    showToast(store, { type: "success", description: t({ id: "profile.logoutSuccess", message: "You are logged out. Nothing of your account is left on this device." }) });
  }

  const everybody: MenuItem[] = [
    { id: "support", label: t`Customer service`, icon: <SupportIcon size={20} />, onSelect: () => setSheet("support") },
    { id: "install", label: t`Software download`, icon: <DownloadIcon size={20} />, onSelect: () => showDownload(true) },
    { id: "settings", label: t`Language and appearance`, icon: <SettingsIcon size={20} />, onSelect: () => setSheet("settings") },
    { id: "storage", label: t`Storage and offline`, icon: <DeviceIcon size={20} />, onSelect: () => setSheet("storage") },
    { id: "agreement", label: t`User agreement`, icon: <InfoIcon size={20} />, onSelect: () => void navigate({ to: "/useragreement" }) },
  ];
  const groups: MenuItem[][] = authorized
    ? [
        [
          { id: "assets", label: t`Assets`, icon: <AssetsIcon size={20} />, onSelect: () => void navigate({ to: "/assets" }) },
          { id: "history", label: t`Billing history`, icon: <HistoryIcon size={20} />, onSelect: () => void navigate({ to: "/history" }) },
        ],
        [
          { id: "security", label: t`Security`, icon: <ShieldIcon size={20} />, onSelect: () => void navigate({ to: "/security" }) },
          { id: "password", label: t`Change login password`, icon: <KeyIcon size={20} />, onSelect: () => void navigate({ to: "/password/modify" }) },
          {
            id: "withdrawal-password",
            label: hasWithdrawalPassword ? t`Change withdrawal password` : t`Set withdrawal password`,
            icon: <LockIcon size={20} />,
            onSelect: () => void navigate({ to: "/password/withdraw" }),
          },
        ],
        everybody,
        [{ id: "logout", label: t`Log out`, icon: <LogOutIcon size={20} />, onSelect: () => void leave() }],
      ]
    : [
        [
          { id: "login", label: t`Log in`, icon: <LogInIcon size={20} />, onSelect: () => void navigate({ to: "/login" }) },
          { id: "register", label: t`Register`, icon: <ProfileIcon size={20} />, onSelect: () => void navigate({ to: "/register" }) },
        ],
        everybody,
      ];

  return (
    <>
      <Menu label={t`Profile`} icon={<ProfileIcon />} groups={groups} header={authorized ? (user?.account ?? <Trans>Logged in</Trans>) : <Trans>Not logged in</Trans>} />
      <LatePart load={loadSettings} wanted={sheet === "settings"} onMissing={missing} props={{ open: sheet === "settings", onClose: () => setSheet(null) }} />
      <LatePart load={loadStorage} wanted={sheet === "storage"} onMissing={missing} props={{ open: sheet === "storage", onClose: () => setSheet(null) }} />
      <LatePart load={loadInstall} wanted={download} onMissing={missing} props={{ open: download, onClose: () => showDownload(false) }} />
      <LatePart load={loadContacts} wanted={sheet === "support"} onMissing={missing} props={{ open: sheet === "support", onClose: () => setSheet(null) }} />
    </>
  );
}
