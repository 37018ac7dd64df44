import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface Props {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** A card with a red border: its actions cannot be undone. */
  readonly danger?: boolean;
}

/** A part of a page with a heading. */
export function Section({ title, hint, actions, danger, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section} data-danger={danger || undefined}>
      <div className={styles.header}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
