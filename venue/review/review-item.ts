/** A pending request as a reviewer's desk lists it. */
export interface ReviewItem {
  id: number;
  userId: number;
  /** What is asked for, e.g. `amount` and `network`; holds nothing that a reviewer may not see. */
  facts: Readonly<Record<string, string>>;
  /** What a reviewer should look at twice, e.g. `voucher-used`. */
  flags: readonly string[];
  /** Ids of the pictures that came with it, by what they show. */
  pictures: Readonly<Record<string, string>>;
  /** Unix ms. */
  createdAt: number;
  /** When the venue decides by itself; null where it does not. */
  dueAt: number | null;
}
