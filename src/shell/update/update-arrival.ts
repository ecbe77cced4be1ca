import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { addressFor } from "#protocol/wire/runtime-config.ts";
import { runtimeConfig } from "../../api/config.ts";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";
import { buildId, buildMeta, buildTime, servedBuild } from "./builds.ts";
import {
  forgetFailedBuild,
  keepReportedBuild,
  keepSeenBuild,
  readFailedBuild,
  readReportedBuild,
  readSeenBuild,
} from "./update-memory.ts";

/** A build differs from this page's: by its own changes or, where it is older, by those that go. */
export interface BuildDifference {
  changes: readonly string[];
  goesBack: boolean;
}

/** Undefined where nothing is known of that build. */
export async function differenceTo(id: string): Promise<BuildDifference | undefined> {
  const meta = await buildMeta(id);
  if (!meta) return undefined;
  const goesBack = buildTime > 0 && meta.timestamp !== undefined && meta.timestamp < buildTime;
  return goesBack
    ? { changes: (await buildMeta(buildId))?.changes ?? [], goesBack }
    : { changes: meta.changes, goesBack };
}

/**
 * Says once that another build runs than the last time, where nobody has tapped for it: a cold start takes up what
 * waited. To be called when the app has started.
 */
export async function tellArrival(): Promise<void> {
  const failed = readFailedBuild();
  if (failed === buildId) forgetFailedBuild();
  else if (failed !== null && failed === (await servedBuild())) {
    reportFailedBuild(failed);
    showToast(store, {
      id: "arrival",
      type: "warning",
      description: i18n._(
        msg`The newest version did not start on this device, so this is the one before. The next version is tried as soon as it is there.`,
      ),
      duration: 10_000,
    });
  }
  const seen = readSeenBuild();
  keepSeenBuild({ id: buildId, time: buildTime });
  if (seen === null || seen.id === buildId || seen.time === 0 || buildTime === 0) return;
  const goesBack = buildTime < seen.time;
  const changes = (await buildMeta(goesBack ? seen.id : buildId))?.changes ?? [];
  const list = changes.join(" ");
  const what = goesBack
    ? msg`Godwit has gone back to an earlier version. What is no longer there: ${list}`
    : msg`Godwit has been updated. What is new: ${list}`;
  const bare = goesBack
    ? msg`Godwit has gone back to an earlier version.`
    : msg`Godwit has been updated.`;
  showToast(store, {
    id: "arrival",
    type: "info",
    description: i18n._(changes.length > 0 ? what : bare),
    duration: 10_000,
  });
}

/** Says once to the venue that a build did not start here, for its operator, who counts such devices. */
function reportFailedBuild(id: string): void {
  if (readReportedBuild() === id) return;
  const address = new URL(addressFor(runtimeConfig(), "/api/start-fault"), location.origin);
  if (navigator.sendBeacon(address, id)) keepReportedBuild(id);
}
