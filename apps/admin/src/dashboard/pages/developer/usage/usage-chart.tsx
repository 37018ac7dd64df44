import { t } from '../../../../messages';
import { sumOf, type Counts, type KeyUsage } from './usage-rows';
import styles from './usage.module.css';

const texts = t.usage;
/** Units of the drawing, which is stretched to its box. */
const HEIGHT = 100;
const GAP = 0.2;
/** A count that is small beside the others is still visible. */
const LEAST = 5;

export const labelOf = ({ accepted, rate_limited, failed }: Counts): string =>
  texts.label(accepted, rate_limited, failed);

/** A bar per day. The table has the same numbers. */
export function UsageChart({ usage: { days, total } }: { readonly usage: KeyUsage }) {
  const highest = Math.max(1, ...days.map(sumOf));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / highest) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={labelOf(total)}
      className={styles.drawing}
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {days.map((day, i) => {
        const size = { x: i + GAP / 2, width: 1 - GAP };
        const accepted = heightOf(day.accepted);
        const limited = heightOf(day.rate_limited);
        const failed = heightOf(day.failed);
        const top = (height: number) => Math.max(0, HEIGHT - height);
        return (
          <g key={day.date}>
            <title>{texts.bar(day.date, labelOf(day))}</title>
            <rect {...size} y={0} height={HEIGHT} className={styles.ground} />
            <rect {...size} y={top(accepted)} height={accepted} data-kind="accepted" />
            <rect {...size} y={top(accepted + limited)} height={limited} data-kind="limited" />
            <rect {...size} y={top(accepted + limited + failed)} height={failed} data-kind="failed" />
          </g>
        );
      })}
    </svg>
  );
}
