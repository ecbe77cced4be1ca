import { type noticeSettingsEndpoints } from "#protocol/api/notice-settings.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import type { PushKey } from "../../keys/push-key.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import {
  deleteOldSubscriptions,
  deleteSubscription,
  findNoticeSettings,
  liveSubscriptions,
  moveSubscription,
  putNoticeSettings,
  putSubscription,
  queueTest,
} from "./push-rows.ts";
import { isPushService } from "./push-services.ts";
import { storedNoticeSettings } from "./stored-settings.ts";

const devicesPerUser = 10;
/** Push services slow down a venue that sends too much. */
const testPauseSec = 5;

export interface PushDeps {
  store: Store;
  settings: Settings;
  /** Null where the operator switched pushes off. */
  pushKey: PushKey | null;
}

/** Serves which notices reach a user by which channels, and the devices that get pushes. */
export function createPushHandlers({
  store,
  settings,
  pushKey,
}: PushDeps): HandlersOf<typeof noticeSettingsEndpoints> {
  const testedAt = new Map<string, number>();

  /** @throws TooMany where the user has just had one */
  function countTest(userId: string, now: number): void {
    for (const [id, at] of testedAt) if (now - at >= testPauseSec * 1000) testedAt.delete(id);
    if (testedAt.has(userId)) throw new TooMany(testPauseSec);
    testedAt.set(userId, now);
  }

  /** @throws Refusal serverDisabled, invalidParameters */
  function checkService(endpoint: string): void {
    if (pushKey === null) throw new Refusal(codes.serverDisabled);
    if (!isPushService(endpoint, settings.pushServices))
      throw new Refusal(codes.invalidParameters, { field: "endpoint", problem: "service" });
  }

  return {
    async noticeSettings({ user }) {
      const userId = Number(user.id);
      const [chosen, devices] = await store.read(
        async (db) =>
          [await findNoticeSettings(db, userId), await liveSubscriptions(db, userId)] as const,
      );
      return {
        settings: storedNoticeSettings(chosen),
        push_key: pushKey?.publicKey ?? "",
        devices: devices.length,
      };
    },

    async setNoticeSettings({ user, request, now, command }) {
      await command(({ db }) =>
        putNoticeSettings(db, {
          user_id: Number(user.id),
          settings: JSON.stringify(request),
          updated_at: now,
        }),
      );
      return {};
    },

    async subscribePush({ user, request: { endpoint, p256dh, auth, lang }, now, command }) {
      checkService(endpoint);
      const user_id = Number(user.id);
      await command(async ({ db }) => {
        await putSubscription(db, {
          user_id,
          session_id: user.sessionId,
          endpoint,
          p256dh,
          auth,
          lang,
          created_at: now,
        });
        await deleteOldSubscriptions(db, user_id, devicesPerUser);
      });
      return {};
    },

    async renewPush({ request: { old_endpoint, endpoint, p256dh, auth }, command }) {
      checkService(endpoint);
      await command(({ db }) => moveSubscription(db, old_endpoint, { endpoint, p256dh, auth }));
      return {};
    },

    async unsubscribePush({ user, request: { endpoint }, command }) {
      await command(({ db }) => deleteSubscription(db, endpoint, Number(user.id)));
      return {};
    },

    async testPush({ user, now, command }) {
      countTest(user.id, now);
      const devices = await command(async ({ db }) => {
        const live = await liveSubscriptions(db, Number(user.id));
        await queueTest(
          db,
          live.map(({ id }) => id),
          now,
        );
        return live.length;
      });
      return { devices };
    },
  };
}
