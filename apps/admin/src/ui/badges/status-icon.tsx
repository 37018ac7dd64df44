import type { Status } from '@libs/contract';
import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleDotDashed,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import styles from './status-icon.module.css';

/** Statuses differ in shape as well as in color. */
const ICONS: Readonly<Record<Status, LucideIcon>> = {
  new: CircleDashed,
  planned: CircleDot,
  building: CircleDotDashed,
  shipped: CircleCheck,
  declined: CircleX,
};

export function StatusIcon({ status, size = 15 }: { readonly status: Status; readonly size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} className={styles.icon} data-status={status} />;
}
