import type { ReactNode } from 'react';
import styles from './list.module.css';

interface ListProps {
  readonly as?: 'ul' | 'ol';
  /** Rows with lines between them, the same in a frame, or a frame for each row; absent: rows have styles of their own. */
  readonly look?: 'lines' | 'frame' | 'cards';
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/** A list of rows, which are `li` elements. */
export function List({ as: Tag = 'ul', look, ...props }: ListProps) {
  return <Tag className={look && styles.list} data-look={look} {...props} />;
}

interface RowTextProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The name of a row, and a line about it. */
export function RowText({ title, children }: RowTextProps) {
  return (
    <div className={styles.text}>
      <div className={styles.title}>{title}</div>
      <div className={styles.hint}>{children}</div>
    </div>
  );
}
