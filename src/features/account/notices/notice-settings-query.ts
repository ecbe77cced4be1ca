import { type NoticeSettings, noticeSettingsEndpoints } from "#protocol/api/notice-settings.ts";
import { call } from "../../../api/call.ts";
import { read } from "../../../api/query.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

/** Which notices reach the user by which channels, the venue's key for pushes, and how many devices get them. */
export const noticeSettingsQuery = () =>
  read(noticeSettingsEndpoints.noticeSettings, {}, { quiet: true });

/** Choosing them. Answers what was chosen. */
export const choosingNotices = settingKind<NoticeSettings, NoticeSettings>({
  name: "notice-settings",
  async send({ intent }) {
    await call(noticeSettingsEndpoints.setNoticeSettings, intent, { quiet: true });
    return intent;
  },
  async find({ intent }, signal) {
    const { settings } = await call(
      noticeSettingsEndpoints.noticeSettings,
      {},
      { quiet: true, signal },
    );
    return JSON.stringify(settings) === JSON.stringify(intent) ? intent : undefined;
  },
  // What was chosen stands on the screen already.
  invalidates: [],
});
