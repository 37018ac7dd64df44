import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface Props {
  readonly icon: LucideIcon;
  readonly text: string;
  /** Buttons and links. */
  readonly children: ReactNode;
}

/** A message above the page. */
export function Banner({ icon: Icon, text, children }: Props) {
  return (
    <div className={styles.banner} data-banner>
      <Icon size={16} />
      <span className={styles.words}>{text}</span>
      {children}
    </div>
  );
}

/** Keeps a banner in sight while the page scrolls, and announces it. */
export const StickyBanner = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className={styles.place}>
    {children}
  </div>
);
