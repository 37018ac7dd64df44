import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface Props {
  readonly tone: keyof typeof ICONS;
  readonly title?: string;
  readonly children: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
  /** How screen readers announce it: `alert` interrupts, `status` waits for a pause. */
  readonly role?: 'alert' | 'status';
}

/** A message in the page that stays visible. */
export function Note({ tone, title, children, action, role }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      <Icon size={16} className={styles.icon} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
