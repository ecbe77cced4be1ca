import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { isSafeAddress } from "../../features/platform/contacts.ts";
import { platformAtom } from "../../features/platform/platform-atoms.ts";
import { byteSize } from "../../lib/byte-size.ts";
import { Button } from "../../ui/actions/button.tsx";
import { CopyButton } from "../../ui/actions/copy-button.tsx";
import { Fold } from "../../ui/lists/fold.tsx";
import { DownloadIcon } from "../../ui/icons/navigation-icons.tsx";
import { QrCode } from "../../ui/figures/qr-code.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { CheckIcon } from "../../ui/icons/status-icons.tsx";
import { store } from "../app-context.ts";
import { installWay, type InstallWay } from "./install-way.ts";
import { canPromptAtom, installedAtom, isStandalone, promptInstall } from "./install-prompt.ts";
import { handWays, InstallSteps, type HandWay } from "./install-steps.tsx";
import styles from "./install-sheet.module.css";

/** Where one sits at a computer, a phone is what lacks the app. */
const computerWays: ReadonlySet<InstallWay> = new Set(["chrome", "edge", "firefox", "mac", "none"]);

/** "Software download": the app comes to the home screen from the browser itself, on each by its own way. */
export function InstallSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const platform = useAtomValue(platformAtom)?.base;
  const name = platform?.name || "Godwit";
  const download = platform?.download_url ?? "";
  const hasPrompt = useAtomValue(canPromptAtom);
  const installed = useAtomValue(installedAtom);
  const [answer, setAnswer] = useState<"accepted" | "refused" | null>(null);
  const way = installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone: isStandalone(window),
    installed: installed || answer === "accepted",
    hasPrompt,
    keeps: isSecureContext && "serviceWorker" in navigator,
    hosted: "TelegramWebviewProxy" in window,
  });

  const install = async () =>
    setAnswer((await promptInstall(store)) === "accepted" ? "accepted" : "refused");

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Software download`}
      closeLabel={t`Close`}
      footer={
        way === "prompt" ? (
          <Button
            wide
            look="primary"
            icon={<DownloadIcon size={20} />}
            onClick={() => void install()}
          >
            <Trans>Install {name}</Trans>
          </Button>
        ) : undefined
      }
    >
      <div className={styles.intro}>
        <img className={styles.icon} src="/icon-192.png" alt="" width="56" height="56" />
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.soft}>
            <Trans>
              An app from the browser itself: no store, no account there, no file to open.
            </Trans>
          </p>
        </div>
      </div>
      <Gains />
      <section className={styles.way} aria-live="polite">
        {answer === "refused" && (
          <p>
            <Trans>
              Not installed. The browser offers it again later; this is the way by hand:
            </Trans>
          </p>
        )}
        <Way way={way} name={name} />
      </section>
      <Elsewhere way={way} name={name} />
      {isSafeAddress(download) && (
        <p className={styles.elsewhere}>
          <a href={download} target="_blank" rel="noopener noreferrer">
            <Trans>Other downloads of this platform</Trans>
          </a>
        </p>
      )}
    </Sheet>
  );
}

/** What an installed app has over a tab, and what it takes. */
function Gains() {
  const { i18n } = useLingui();
  const used = useUsedBytes();
  return (
    <ul className={styles.gains}>
      <li>
        <CheckIcon size={20} />
        <span>
          <Trans>Opens without a network and shows the last markets with their age.</Trans>
        </span>
      </li>
      <li>
        <CheckIcon size={20} />
        <span>
          <Trans>
            An icon of its own, with the number of unread notices where the system shows one.
          </Trans>
        </span>
      </li>
      <li>
        <CheckIcon size={20} />
        <span>
          <Trans>A screen without the browser's bars.</Trans>
        </span>
      </li>
      {used !== null && (
        <li>
          <CheckIcon size={20} />
          <span>
            <Trans>Little space: it keeps {byteSize(used, i18n.locale)} on this device now.</Trans>
          </span>
        </li>
      )}
      <li>
        <CheckIcon size={20} />
        <span>
          <Trans>Removed like any other app. Your account stays with the venue.</Trans>
        </span>
      </li>
    </ul>
  );
}

function Way({ way, name }: { way: InstallWay; name: string }) {
  const { t } = useLingui();
  switch (way) {
    case "app":
      return (
        <p>
          <Trans>This is the installed app. There is nothing left to do.</Trans>
        </p>
      );
    case "installed":
      return (
        <p>
          <Trans>
            {name} is installed on this device. Open it from the home screen or the list of apps. If
            you have removed it, the browser's menu installs it again.
          </Trans>
        </p>
      );
    case "prompt":
      return (
        <p>
          <Trans>
            Your browser installs it in a few seconds. It asks once more before it does.
          </Trans>
        </p>
      );
    case "embedded":
      return (
        <>
          <p>
            <Trans>
              This page is open inside another app, which cannot install it. Open it in your
              browser: by the menu of that app, or by its address.
            </Trans>
          </p>
          <p className={styles.address}>
            {location.origin}
            <CopyButton
              text={location.origin}
              label={t`Copy the address`}
              copiedLabel={t`Copied`}
            />
          </p>
        </>
      );
    case "unkept":
      return (
        <p>
          <Trans>
            From here nothing can be installed: the connection is not encrypted, or this is a
            private window. Open {name} by https in an ordinary window.
          </Trans>
        </p>
      );
    case "none":
      return (
        <p>
          <Trans>
            We know of no way to install web apps in this browser. {name} works here all the same,
            also offline; a bookmark brings you back.
          </Trans>
        </p>
      );
    default:
      return (
        <>
          <InstallSteps way={way} name={name} />
          <p className={styles.soft}>
            <Trans>In a private window the entry is missing: open an ordinary one.</Trans>
          </p>
        </>
      );
  }
}

/** For other devices: a QR code for the phone, and the steps in all browsers. */
function Elsewhere({ way, name }: { way: InstallWay; name: string }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<HandWay>("ios");
  const names: Record<HandWay, string> = {
    ios: t`iPhone and iPad: Safari`,
    "ios-other": t`iPhone and iPad: another browser`,
    android: t`Android: Chrome`,
    "android-firefox": t`Android: Firefox`,
    "android-samsung": t`Android: Samsung Internet`,
    chrome: t`Computer: Chrome`,
    edge: t`Computer: Edge`,
    firefox: t`Windows: Firefox`,
    mac: t`Mac: Safari`,
  };
  return (
    <Fold summary={<Trans>On another device</Trans>}>
      {computerWays.has(way) && (
        <div className={styles.code}>
          <QrCode text={location.origin} label={t`QR code of this address`} />
          <p>
            <Trans>Open this address with the phone's camera.</Trans>
          </p>
        </div>
      )}
      <div className={styles.others}>
        <Select
          label={t`Device and browser`}
          value={chosen}
          options={handWays.map((value) => ({ value, label: names[value] }))}
          onValue={setChosen}
        />
        <InstallSteps way={chosen} name={name} />
      </div>
    </Fold>
  );
}

/** What the app keeps on this device now, in bytes; null where the browser does not say. */
function useUsedBytes(): number | null {
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    let gone = false;
    navigator.storage?.estimate?.().then(
      ({ usage }) => gone || setUsed(usage || null),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return used;
}
