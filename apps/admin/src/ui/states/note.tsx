import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

const ICONS = { info: Info, warning: TriangleAlert, danger: CircleAlert };

interface Props {
  readonly tone: keyof typeof ICONS;
  readonly title?: string;
  readonly children: ReactNode;
  /** Something to do about it. */
  readonly action?: ReactNode;
  /** Spoken when it appears: `alert` at once, `status` when there is a pause. */
  readonly role?: 'alert' | 'status';
}

/** A remark in a page: calm enough to stay there, with text as dark as everywhere. */
export function Note({ tone, title, children, action, role }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
