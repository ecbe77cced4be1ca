import styles from "./skeleton.module.css";

export interface SkeletonProps {
  /** `block` is 160 px tall, `fill` as tall as its place. */
  shape?: "text" | "title" | "figure" | "disc" | "block" | "fill" | undefined;
  /** Of its place; a class and not a style, so that it may stand in prerendered pages. */
  width?: "short" | "half" | "long" | "full" | undefined;
}

/** The place of something that is coming, as tall as the thing itself. */
export function Skeleton({ shape = "text", width = "full" }: SkeletonProps) {
  return <span className={styles.bone} data-shape={shape} data-width={width} aria-hidden="true" />;
}

/** Rows in the measures of `ListRow`. */
export function SkeletonRows({
  count,
  lead = true,
}: {
  count: number;
  lead?: boolean | undefined;
}) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          {lead && <Skeleton shape="disc" />}
          <span className={styles.words}>
            <Skeleton width={index % 2 === 0 ? "half" : "long"} />
            <Skeleton width="short" />
          </span>
          <span className={styles.figures}>
            <Skeleton width="full" />
            <Skeleton width="half" />
          </span>
        </div>
      ))}
    </div>
  );
}
