import type { Status } from '@libs/contract';
import styles from './status-icon.module.css';

const CIRCLE = 'M12 2a10 10 0 0 1 0 20a10 10 0 0 1 0-20';
/** The circle as eight arcs. */
const DASHES =
  'M10.1 2.2a10 10 0 0 1 3.8 0M17.6 3.7a10 10 0 0 1 2.7 2.7M21.8 10.1a10 10 0 0 1 0 3.8M20.3 17.6a10 10 0 0 1-2.7 2.7' +
  'M13.9 21.8a10 10 0 0 1-3.8 0M6.4 20.3a10 10 0 0 1-2.7-2.7M2.2 13.9a10 10 0 0 1 0-3.8M3.7 6.4a10 10 0 0 1 2.7-2.7';
const DOT = 'M12 11a1 1 0 0 1 0 2a1 1 0 0 1 0-2';

/** Statuses differ in shape as well as in color. One path each, because a list has an icon in every row. */
const PATHS: Readonly<Record<Status, string>> = {
  new: DASHES,
  planned: CIRCLE + DOT,
  building: DASHES + DOT,
  shipped: `${CIRCLE}M16 9l-5.5 5.5L8 12`,
  declined: `${CIRCLE}M9 9l6 6M15 9l-6 6`,
};

export function StatusIcon({ status, size = 15 }: { readonly status: Status; readonly size?: number }) {
  return (
    <svg
      className={styles.icon}
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
    >
      <path d={PATHS[status]} />
    </svg>
  );
}
