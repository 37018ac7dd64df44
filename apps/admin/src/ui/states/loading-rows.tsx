import { Skeleton } from '@mantine/core';
import styles from './loading-rows.module.css';

interface Props {
  /** Name of the content. */
  readonly label: string;
  readonly rows?: number;
  /** Height of a row in pixels; the same as of the loaded rows, so that the layout doesn't shift. */
  readonly height?: number;
  /** For containers without padding. */
  readonly isInset?: boolean;
}

export function LoadingRows({ label, rows = 5, height = 40, isInset }: Props) {
  return (
    <div role="status" className={styles.rows} data-inset={isInset}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ height }} aria-hidden>
          <Skeleton height={10} width={`${[62, 48, 71, 55, 40][row % 5]!}%`} radius="sm" />
          <Skeleton height={10} width={72} radius="sm" />
        </div>
      ))}
    </div>
  );
}
