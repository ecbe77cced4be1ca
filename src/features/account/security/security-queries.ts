import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf, read } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

type LoginPage = DataOf<typeof securityEndpoints.logins>;

const pageSize = 10;

export const securityQuery = () => read(securityEndpoints.security, {});
export const sessionsQuery = () => read(securityEndpoints.sessions, {});

const loginsKey = [...keyOf(securityEndpoints.logins), "pages"] as const;

/** Logins of the account, newest first, page after page. */
export const loginPagesQuery = () =>
  infiniteQueryOptions<
    LoginPage,
    ApiError,
    InfiniteData<LoginPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: loginsKey,
    queryFn: ({ pageParam, signal }) =>
      call(securityEndpoints.logins, { page: pageParam, size: pageSize }, { quiet: true, signal }),
    ...persistedAnswer(loginsKey, pagesOf(securityEndpoints.logins), true),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total && last.list.length > 0 ? pages.length + 1 : undefined,
    meta: { private: true },
  });
