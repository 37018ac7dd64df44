import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title';
import styles from './page-header.module.css';

interface Props {
  readonly title: string;
  /** Title of the browser tab, if it isn't the heading. */
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

/** The page title: heading, browser tab, and screen reader announcement. */
export function PageHeader({ title, tabTitle = title, lead, actions }: Props) {
  usePageTitle(tabTitle);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1} data-page-heading>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
