import {
  createElement,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";

export interface LatePartProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  /** Once this is true, the part is loaded and stays. */
  wanted: boolean;
  /** Its code could not be loaded. Setting `wanted` again tries again. */
  onMissing: () => void;
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
  const missing = useEffectEvent(onMissing);
  const needed = wanted && part === null;
  useEffect(() => {
    if (!needed) return;
    let gone = false;
    begin().then(
      (loaded) => gone || setPart(() => loaded),
      () => gone || missing(),
    );
    return () => {
      gone = true;
    };
  }, [needed]);
  return part === null ? waiting : createElement(part, props);
}
