import { useLingui } from "@lingui/react/macro";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { followAccountStatus } from "../../features/session/account-status/follow-account-status.ts";
import { withTexts } from "../../i18n/activate.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { ProfileIcon } from "../../ui/icons/navigation-icons.tsx";
import { queryClient, store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";

const loadMenu = () =>
  withTexts("sheets", () => import("../settings/profile-menu.tsx")).then(
    (loaded) => loaded.ProfileMenu,
  );
const loadEarly = () => void loadMenu().catch(() => undefined);

/** Opens the profile menu, whose code is loaded as soon as the pointer or focus comes near. */
export function ProfileButton() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const download = useLocation({
    select: ({ search }) => "download" in search && search.download === true,
  });
  const showDownload = (shown: boolean) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, download: shown || undefined }),
      replace: true,
      resetScroll: false,
    });
  const missing = () => {
    setWanted(false);
    if (download) showDownload(false);
    showToast(store, {
      type: "error",
      description: t`This part could not be loaded. Try again with a connection.`,
    });
  };

  // The header is on every page, so no change of the account status is missed.
  useEffect(() => followAccountStatus(queryClient, store), []);

  return (
    <>
      <IconButton
        ref={button}
        label={t`Profile`}
        icon={<ProfileIcon />}
        popoverTarget={id}
        aria-haspopup="menu"
        onPointerEnter={loadEarly}
        onPointerDown={loadEarly}
        onFocus={loadEarly}
        onClick={() => setWanted(true)}
      />
      <LatePart
        load={loadMenu}
        wanted={wanted || download}
        onMissing={missing}
        props={{ id, trigger: button, opens: wanted, download, showDownload }}
      />
    </>
  );
}
