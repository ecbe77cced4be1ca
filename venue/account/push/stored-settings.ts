import { defaultNoticeSettings, type NoticeSettings } from "#protocol/api/notice-settings.ts";

/**
 * Settings as they were stored.
 * @param json none where the user has chosen nothing; what it lacks, such as a topic that came later, is as usual
 */
export function storedNoticeSettings(json: string | null | undefined): NoticeSettings {
  const chosen = JSON.parse(json ?? "{}") as Partial<NoticeSettings>;
  return {
    ...defaultNoticeSettings,
    ...chosen,
    channels: { ...defaultNoticeSettings.channels, ...chosen.channels },
  };
}
