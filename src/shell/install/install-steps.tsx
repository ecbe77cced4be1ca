import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PlusIcon, ShareIcon } from "../../ui/icons/action-icons.tsx";
import { InstallPicture, type InstallPictureKind } from "./install-illustration.tsx";
import type { InstallWay } from "./install-way.ts";
import styles from "./install-steps.module.css";

/** Ways that a person goes by hand. */
export type HandWay = Extract<
  InstallWay,
  | "ios"
  | "ios-other"
  | "android"
  | "android-firefox"
  | "android-samsung"
  | "chrome"
  | "edge"
  | "firefox"
  | "mac"
>;

export const handWays = [
  "ios",
  "ios-other",
  "android",
  "android-firefox",
  "android-samsung",
  "chrome",
  "edge",
  "firefox",
  "mac",
] as const satisfies readonly HandWay[];

/** The steps of the installation in one browser, each with an illustration. */
export function InstallSteps({ way, name }: { way: HandWay; name: string }) {
  return (
    <ol className={styles.steps}>
      {stepsOf(way, name).map(({ picture, words }) => (
        <li key={picture}>
          <span className={styles.words}>{words}</span>
          <span>
            <InstallPicture kind={picture} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(
  way: HandWay,
  name: string,
): readonly { picture: InstallPictureKind; words: ReactNode }[] {
  switch (way) {
    case "ios":
    case "ios-other":
      return [
        way === "ios"
          ? {
              picture: "share-below",
              words: (
                <Trans>
                  Tap <ShareIcon size={20} /> Share. If the bar does not show it, tap the three dots
                  first. On an iPad it is at the top.
                </Trans>
              ),
            }
          : {
              picture: "share-above",
              words: (
                <Trans>
                  Tap <ShareIcon size={20} /> Share in the address bar or in the menu. If the next
                  entry is missing there, open this page in Safari.
                </Trans>
              ),
            },
        {
          picture: "sheet-entry",
          words: (
            <Trans>
              Scroll down and choose <PlusIcon size={20} /> Add to Home Screen.
            </Trans>
          ),
        },
        {
          picture: "confirm",
          words: <Trans>Tap Add. Where it asks, leave “Open as Web App” on.</Trans>,
        },
        {
          picture: "home",
          words: (
            <Trans>
              {name} is now on the home screen. Opened from there it may ask you to log in once
              more.
            </Trans>
          ),
        },
      ];
    case "android":
      return [
        { picture: "menu-above", words: <Trans>Open the browser's menu, the three dots.</Trans> },
        {
          picture: "menu-entry",
          words: <Trans>Choose Install app, or Add to Home screen and then Install.</Trans>,
        },
        { picture: "home", words: <Trans>{name} is then among your apps.</Trans> },
      ];
    case "android-firefox":
      return [
        {
          picture: "menu-above",
          words: (
            <Trans>
              Open the menu, the three dots beside the address bar, at the top or at the bottom.
            </Trans>
          ),
        },
        { picture: "menu-entry", words: <Trans>Choose Add app to Home screen, or Install.</Trans> },
        {
          picture: "home",
          words: <Trans>Confirm with Add. {name} is then on the home screen.</Trans>,
        },
      ];
    case "android-samsung":
      return [
        {
          picture: "menu-below",
          words: <Trans>Open the menu, the three lines at the bottom.</Trans>,
        },
        { picture: "menu-entry", words: <Trans>Choose Add page to, then Home screen.</Trans> },
        { picture: "home", words: <Trans>Confirm. {name} is then on the home screen.</Trans> },
      ];
    case "chrome":
      return [
        {
          picture: "address-bar",
          words: <Trans>Press the install sign at the end of the address bar.</Trans>,
        },
        {
          picture: "menu-above",
          words: (
            <Trans>
              If it is missing: open the menu, the three dots, then Cast, save and share, then
              Install page as app.
            </Trans>
          ),
        },
        {
          picture: "dock",
          words: <Trans>Confirm with Install. {name} opens in a window of its own.</Trans>,
        },
      ];
    case "edge":
      return [
        {
          picture: "address-bar",
          words: <Trans>Press the sign App available in the address bar.</Trans>,
        },
        {
          picture: "menu-above",
          words: (
            <Trans>
              If it is missing: open the menu, the three dots, then More tools, Apps, Install this
              site as an app.
            </Trans>
          ),
        },
        {
          picture: "dock",
          words: <Trans>Confirm with Install. {name} opens in a window of its own.</Trans>,
        },
      ];
    case "firefox":
      return [
        {
          picture: "address-bar",
          words: (
            <Trans>
              Press the sign in the address bar that adds the page to the taskbar. Firefox has it
              from version 143 on, but not the one from the Microsoft Store.
            </Trans>
          ),
        },
        {
          picture: "dock",
          words: <Trans>{name} is then in the taskbar and opens in a window of its own.</Trans>,
        },
      ];
    case "mac":
      return [
        {
          picture: "file-entry",
          words: (
            <Trans>
              In Safari's menu bar open File and choose Add to Dock. It is there from macOS Sonoma
              on.
            </Trans>
          ),
        },
        { picture: "dock", words: <Trans>Confirm with Add. {name} is then in the Dock.</Trans> },
      ];
  }
}
