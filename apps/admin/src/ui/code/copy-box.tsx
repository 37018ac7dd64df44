import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import styles from './copy-box.module.css';

interface Props {
  readonly value: string;
  readonly label: string;
  /** How the value is shown, if not as code. */
  readonly children?: ReactNode;
}

/** A value in a box of its own, such as a URL, with a copy button. */
export function CopyBox({ value, label, children = <code>{value}</code> }: Props) {
  return (
    <div className={styles.box}>
      <span className={styles.value}>{children}</span>
      <CopyButton value={value} label={label} />
    </div>
  );
}
