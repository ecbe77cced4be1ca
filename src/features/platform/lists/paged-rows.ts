interface Pages<Row> {
  pages: readonly { list: readonly Row[] }[];
}

interface EndlessQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The state of the pages below a list's last row. */
export interface MoreRows {
  label: string;
  hasMore: boolean;
  busy: boolean;
  failed: boolean;
  onMore: () => void;
}

/** The rows of all pages read so far, without duplicates: a row added between two reads moves others to the next page. */
export function pageRows<Row extends { id: string | number }>(data: Pages<Row>): Row[];
export function pageRows<Row extends { id: string | number }>(
  data: Pages<Row> | undefined,
): Row[] | undefined;
export function pageRows<Row extends { id: string | number }>(
  data: Pages<Row> | undefined,
): Row[] | undefined {
  return (
    data && [
      ...new Map(data.pages.flatMap((page) => page.list).map((row) => [row.id, row])).values(),
    ]
  );
}

/** The pages of a query that are not read yet, for a list's end. */
export function olderPages(query: EndlessQuery, label: string): MoreRows {
  return {
    label,
    hasMore: query.hasNextPage,
    busy: query.isFetchingNextPage,
    failed: query.isFetchNextPageError,
    onMore: () => void query.fetchNextPage(),
  };
}
