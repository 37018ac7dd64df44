import styles from './stacked-bars.module.css';

/** Units of the drawing, which is stretched to its box. */
const HEIGHT = 100;
const GAP = 0.2;
/** A count that is small beside the others is still visible. */
const LEAST = 5;

interface Bar {
  readonly key: string;
  readonly title: string;
  /** The counts by kind, from the bottom up. The style sheet of the page defines the color of each kind. */
  readonly counts: Readonly<Record<string, number>>;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly className?: string;
}

/** Bars with a part for each kind. The page has the same numbers as a table. */
export function StackedBars({ label, bars, className }: Props) {
  const sums = bars.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0));
  const highest = Math.max(1, ...sums);
  return (
    <svg
      role="img"
      aria-label={label}
      className={`${styles.drawing} ${className}`}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, title, counts }, i) => {
        const size = { x: i + GAP / 2, width: 1 - GAP };
        let top = HEIGHT;
        return (
          <g key={key}>
            <title>{title}</title>
            <rect {...size} y={0} height={HEIGHT} className={styles.ground} />
            {Object.entries(counts).map(([kind, count]) => {
              const height = count === 0 ? 0 : Math.max(LEAST, (count / highest) * HEIGHT);
              top = Math.max(0, top - height);
              return <rect key={kind} {...size} y={top} height={height} data-kind={kind} />;
            })}
          </g>
        );
      })}
    </svg>
  );
}
