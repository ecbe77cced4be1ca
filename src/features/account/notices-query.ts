import {
  infiniteQueryOptions,
  mutationOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { accountEndpoints } from "#protocol/account.ts";
import type { DataOf, RequestOf } from "#protocol/endpoint.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

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
    ...keptAnswer(queryKey, pagesOf(accountEndpoints.notices), true),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length === pageSize ? pages.length + 1 : undefined,
    refetchInterval: (query) => (query.state.error ? slowPollMs : pollMs),
    meta: { private: true },
  });

/** Marks notices as read, at the venue and then in the list on screen. */
export const readNoticesMutation = (client: QueryClient) =>
  mutationOptions<
    DataOf<typeof accountEndpoints.readNotices>,
    ApiError,
    RequestOf<typeof accountEndpoints.readNotices>
  >({
    ...send(accountEndpoints.readNotices, { quiet: true }),
    onSuccess: ({ unread }, { ids }) => {
      client.setQueryData<NoticePages>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              unread,
              list: page.list.map((notice) =>
                ids === "all" || ids.includes(notice.id)
                  ? { ...notice, is_read: 1 as const }
                  : notice,
              ),
            })),
          },
      );
    },
  });
