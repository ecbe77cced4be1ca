import { useState } from "react";

/** What there was last: stays drawn while the sheet that shows it leaves. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
