import type { ReactNode } from 'react';
import styles from './state.module.css';

interface Props {
  readonly title: string;
  /** What to do next. */
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

export function EmptyState({ title, hint, icon, children }: Props) {
  return (
    <div className={styles.state}>
      {icon && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
