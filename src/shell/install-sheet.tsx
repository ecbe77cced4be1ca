import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type ReactNode } from "react";
import { isSafeAddress } from "../features/platform/contacts.ts";
import { platformAtom } from "../features/platform/platform-atoms.ts";
import { MoreIcon, PlusIcon, ShareIcon } from "../ui/action-icons.tsx";
import { Button } from "../ui/button.tsx";
import { DownloadIcon } from "../ui/navigation-icons.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { store } from "./app-context.ts";
import { installWay, type InstallWay } from "./install-way.ts";
import { canPromptAtom, installedAtom, isStandalone, promptInstall } from "./install-prompt.ts";
import styles from "./install-sheet.module.css";

/** "Software download": the app comes to the home screen from the browser itself, on each by its own way. */
export function InstallSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const name = useAtomValue(platformAtom)?.base.name || "Godwit";
  const download = useAtomValue(platformAtom)?.base.download_url ?? "";
  const hasPrompt = useAtomValue(canPromptAtom);
  const installed = useAtomValue(installedAtom);
  const [refused, setRefused] = useState(false);
  const way = installWay({
    userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints,
    standalone: isStandalone(window), installed, hasPrompt,
  });

  const install = async () => setRefused((await promptInstall(store)) !== "accepted");

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Software download`}
      closeLabel={t`Close`}
      footer={way === "prompt" && (
        <Button wide icon={<DownloadIcon size={20} />} onClick={() => void install()}>
          <Trans>Install {name}</Trans>
        </Button>
      )}
    >
      <div className={styles.intro}>
        <img className={styles.icon} src="/icon-192.png" alt="" width="56" height="56" />
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.soft}>
            <Trans>Opens from the home screen, works without a network, needs no app store and little space.</Trans>
          </p>
        </div>
      </div>
      <Words way={way} name={name} refused={refused} />
      {isSafeAddress(download) && (
        <p className={styles.other}>
          <a href={download} target="_blank" rel="noopener noreferrer">
            <Trans>Other downloads of this platform</Trans>
          </a>
        </p>
      )}
    </Sheet>
  );
}

function Words({ way, name, refused }: { way: InstallWay; name: string; refused: boolean }) {
  switch (way) {
    case "installed":
      return <p><Trans>{name} is installed on this device. Open it from the home screen or the list of apps.</Trans></p>;
    case "prompt":
      return <p><Trans>Your browser installs it in a few seconds. It asks once more before it does.</Trans></p>;
    case "ios":
    case "ios-other":
      return (
        <Way>
          <li>{way === "ios" ? <span><Trans>Tap <ShareIcon size={20} /> Share at the edge of the screen.</Trans></span> : <span><Trans>Tap <ShareIcon size={20} /> Share in the address bar. If the next entry is missing there, open this page in Safari.</Trans></span>}</li>
          <li><span><Trans>Choose <PlusIcon size={20} /> Add to Home Screen.</Trans></span></li>
          <li><span><Trans>Tap Add. {name} is then on the home screen.</Trans></span></li>
        </Way>
      );
    case "android":
      return (
        <Way>
          <li><span><Trans>Open the browser's menu <MoreIcon size={20} />.</Trans></span></li>
          <li><span><Trans>Choose Install app, or Add to Home screen.</Trans></span></li>
        </Way>
      );
    case "mac":
      return (
        <Way>
          <li><span><Trans>In Safari's menu bar open File.</Trans></span></li>
          <li><span><Trans>Choose Add to Dock.</Trans></span></li>
        </Way>
      );
    case "desktop":
      return refused
        ? <p><Trans>Not installed. The browser's menu offers it at any time.</Trans></p>
        : <p><Trans>Use the install sign in the address bar, or Install in the browser's menu. If neither is there, the app is installed already.</Trans></p>;
    case "none":
      return <p><Trans>This browser cannot install web apps. {name} works here all the same; a bookmark brings you back.</Trans></p>;
  }
}

function Way({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}
