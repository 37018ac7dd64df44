import type { ReactNode } from 'react';
import styles from './pill.module.css';

type Tone = 'neutral' | 'good' | 'info' | 'warning' | 'danger';

/** A status word with a colored dot. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  );
}
