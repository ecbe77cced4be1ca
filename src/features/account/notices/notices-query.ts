import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { accountEndpoints } from "#protocol/api/account.ts";
import type { DataOf, RequestOf } from "#protocol/api/endpoint.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

type NoticePage = DataOf<typeof accountEndpoints.notices>;
type NoticePages = InfiniteData<NoticePage, number>;

const pageSize = 20;
const pollMs = 60_000;
/** A venue without notices is not asked every minute. */
const slowPollMs = 600_000;

const queryKey = [...keyOf(accountEndpoints.notices), "pages"] as const;

/** The account's notices, newest first, page after page; the first page tells how many are unread. */
export const noticePagesQuery = () =>
  infiniteQueryOptions<NoticePage, ApiError, NoticePages, readonly unknown[], number>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(accountEndpoints.notices, { page: pageParam, size: pageSize }, { quiet: true, signal }),
    ...persistedAnswer(queryKey, pagesOf(accountEndpoints.notices), true),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length === pageSize ? pages.length + 1 : undefined,
    refetchInterval: (query) => (query.state.error ? slowPollMs : pollMs),
    meta: { private: true },
  });

type ReadRequest = RequestOf<typeof accountEndpoints.readNotices>;

/** Marking notices as read. Answers how many are left unread, with what was marked. */
export const readingNotices = settingKind<ReadRequest, ReadRequest & { unread: number }>({
  name: "read-notices",
  send: async ({ intent }) => ({
    ...intent,
    ...(await call(accountEndpoints.readNotices, intent, { quiet: true })),
  }),
  async find({ intent }, signal) {
    for (let page = 1; ; page++) {
      const request = { page, size: pageSize };
      const { list, unread } = await call(accountEndpoints.notices, request, {
        quiet: true,
        signal,
      });
      if (intent.ids === "all") return unread === 0 ? { ...intent, unread } : undefined;
      const [id] = intent.ids;
      const notice = list.find((one) => one.id === id);
      if (notice) return notice.is_read === 1 ? { ...intent, unread } : undefined;
      if (list.length < pageSize) return undefined;
    }
  },
  invalidates: [],
});

/** Shows notices as read in the list on screen. */
export function showAsRead(client: QueryClient, { ids, unread }: ReadRequest & { unread: number }) {
  client.setQueryData<NoticePages>(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          unread,
          list: page.list.map((notice) =>
            ids === "all" || ids.includes(notice.id) ? { ...notice, is_read: 1 as const } : notice,
          ),
        })),
      },
  );
}
