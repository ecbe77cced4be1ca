import { useWrite } from "../account/use-write.ts";
import { spoiltByContracts } from "./position-queries.ts";

/**
 * One kind of write about one position.
 * @param what names kind and position, such as `close:812`
 */
export function usePositionWrite<Answer>(what: string) {
  return useWrite<Answer>(what, spoiltByContracts);
}
