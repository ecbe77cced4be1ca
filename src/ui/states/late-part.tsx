import {
  createElement,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { untilLoaded } from "../../lib/until-done.ts";

export interface LatePartProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  /** Once this is true, the part is loaded and stays. */
  wanted: boolean;
  /** Its code could not be loaded. While `wanted` stays true, it is asked for again by itself; setting it again does so at once. */
  onMissing?: () => void;
  /** Shown in its place until then. */
  waiting?: ReactNode;
  props: Props;
}

/** A part whose code is loaded when it is first wanted. */
export function LatePart<Props extends object>({
  load,
  wanted,
  onMissing,
  waiting = null,
  props,
}: LatePartProps<Props>) {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const begin = useEffectEvent(load);
  const missing = useEffectEvent(() => onMissing?.());
  const needed = wanted && part === null;
  useEffect(() => {
    if (!needed) return;
    return untilLoaded(
      () => begin(),
      (loaded) => setPart(() => loaded),
      () => missing(),
    );
  }, [needed]);
  return part === null ? waiting : createElement(part, props);
}
