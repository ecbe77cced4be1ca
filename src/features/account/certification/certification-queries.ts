import { certificationEndpoints } from "#protocol/api/certification.ts";
import { accountEndpoints } from "#protocol/api/account.ts";
import { certStatus } from "#protocol/api/user.ts";
import { read } from "../../../api/query.ts";

const pollMs = 3000;

/** How far the certification is, masked; looked at often while it is under review. */
export const certificationQuery = () => ({
  ...read(certificationEndpoints.certification, {}, { quiet: true }),
  staleTime: 2000,
  refetchInterval: (query: { state: { data?: { certstatus: number } | undefined } }) =>
    query.state.data?.certstatus === certStatus.underReview ? pollMs : (false as const),
});

/** What is other once something was handed in or decided. */
export const invalidatedByCertification = [
  certificationEndpoints.certification,
  accountEndpoints.userInfo,
] as const;
