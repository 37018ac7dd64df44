import type { ReactNode } from 'react';
import styles from './scroll-box.module.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** A table that may be too wide or too long. Keyboards scroll it. */
export function ScrollBox({ label, children }: Props) {
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
