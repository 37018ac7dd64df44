import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { PageHeader } from '../ui/pages/page-header';
import styles from './tabbed-page.module.css';
import { useCurrentPath } from './use-current-path';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Names the links for screen readers. */
  readonly label: string;
  /** The first one is the start page, whose browser tab has the title of the whole. */
  readonly pages: readonly { readonly to: string; readonly label: string }[];
  readonly children: ReactNode;
}

/** Several pages with one header and links to each other. */
export function TabbedPage({ title, lead, actions, label, pages, children }: Props) {
  const { pathname } = useLocation();
  const [current, setChosen] = useCurrentPath();
  const page = pages.slice(1).find(({ to }) => to === pathname);
  return (
    <>
      <PageHeader title={title} tabTitle={page?.label} lead={lead} actions={actions} />
      <nav aria-label={label} className={styles.pages}>
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={styles.page}
            aria-current={matchPath(to, current) ? 'page' : undefined}
            onClick={() => setChosen(to)}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
