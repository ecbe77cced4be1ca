import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { DataOf } from "#protocol/endpoint.ts";
import { securityEndpoints } from "#protocol/security.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

type LoginPage = DataOf<typeof securityEndpoints.logins>;

const pageSize = 10;
/** Said beside the fields they are about, so no toast says them again. */
const saidInForm = [200001, 200002, 300005] as const;

export const securityQuery = () => read(securityEndpoints.security, {});
export const sessionsQuery = () => read(securityEndpoints.sessions, {});
export const totpQuery = () => read(securityEndpoints.totp, {});

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
    ...keptAnswer(loginsKey, pagesOf(securityEndpoints.logins), true),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total && last.list.length > 0 ? pages.length + 1 : undefined,
    meta: { private: true },
  });

export const revokeSessionMutation = () =>
  send(securityEndpoints.revokeSession, { handles: [300014] });
export const freezeMutation = () => send(securityEndpoints.freeze, { handles: saidInForm });
export const unfreezeMutation = () =>
  send(securityEndpoints.unfreeze, { handles: [...saidInForm, 402] });
export const setupTotpMutation = () =>
  send(securityEndpoints.setupTotp, { handles: [...saidInForm, 300017] });
export const enableTotpMutation = () => send(securityEndpoints.enableTotp, { handles: saidInForm });
export const disableTotpMutation = () =>
  send(securityEndpoints.disableTotp, { handles: saidInForm });
