/**
 * The network to begin with: the one that the newest request of the currency went by, else the only one; those
 * that are paused do not count. Among several unused ones none is guessed, since the wrong one loses the money.
 */
export function likelyNetwork(
  networks: readonly { network: string; status: number }[],
  flag: string,
  requests: readonly { flag: string; network: string }[] | undefined,
): string | undefined {
  const open = networks.filter(({ status }) => status === 1);
  const last = requests?.find(
    (request) => request.flag === flag && open.some(({ network }) => network === request.network),
  );
  return last?.network ?? (open.length === 1 ? open[0]?.network : undefined);
}
