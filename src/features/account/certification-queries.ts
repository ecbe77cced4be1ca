import { certificationEndpoints } from "#protocol/certification.ts";
import { accountEndpoints } from "#protocol/account.ts";
import { certStatus } from "#protocol/user.ts";
import { read } from "../../api/query.ts";

const pollMs = 3000;

/** How far the certification is, masked; looked at often while it is under review. */
export const certificationQuery = () => ({
  ...read(certificationEndpoints.certification, {}, { quiet: true }),
  staleTime: 2000,
  refetchInterval: (query: { state: { data?: { certstatus: number } | undefined } }) =>
    query.state.data?.certstatus === certStatus.underReview ? pollMs : (false as const),
});

/** What is other once something was handed in or decided. */
export const spoiltByCertification = [
  certificationEndpoints.certification,
  accountEndpoints.userInfo,
] as const;
