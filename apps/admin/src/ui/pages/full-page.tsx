import type { ReactNode, RefObject } from 'react';
import styles from './full-page.module.css';
import { usePageTitle } from './use-page-title';

interface Props {
  readonly className?: string;
  /** Null if nothing is open. */
  readonly panel: ReactNode;
  readonly panelRef: RefObject<HTMLDivElement | null>;
  /** Where the panel is on a wide screen: beside the content, or over a part of it. */
  readonly panelPlace: 'beside' | 'over';
  /** Whether the panel covers the content. */
  readonly isCovered: boolean;
  readonly children: ReactNode;
}

/** A page that fills the window and scrolls inside, with a panel for one item. */
export function FullPage({ className = '', panel, panelRef, panelPlace, isCovered, children }: Props) {
  return (
    <div
      className={`${styles.page} ${className}`}
      data-open={panel !== null || undefined}
      data-panel-place={panelPlace}
    >
      <div className={styles.main} inert={isCovered}>
        {children}
      </div>
      {panel !== null && (
        <div className={styles.panel} ref={panelRef}>
          {panel}
        </div>
      )}
    </div>
  );
}

interface ToolbarProps {
  readonly title: string;
  readonly lead?: string;
  /** Number of new items, for the title of the tab. */
  readonly newItems?: number;
  readonly children: ReactNode;
}

/** The title of a full page, and its controls. */
export function Toolbar({ title, lead, newItems, children }: ToolbarProps) {
  usePageTitle(title, newItems);
  return (
    <header className={styles.toolbar}>
      <div className={styles.heading}>
        <h1 className={`truncate ${styles.title}`} tabIndex={-1} data-page-heading>
          {title}
        </h1>
        {lead && <p className={`truncate ${styles.lead}`}>{lead}</p>}
      </div>
      {children}
    </header>
  );
}
