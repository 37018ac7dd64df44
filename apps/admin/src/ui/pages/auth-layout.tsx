import type { ReactNode } from 'react';
import { t } from '../../messages';
import styles from './auth-layout.module.css';
import { usePageTitle } from './use-page-title';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The layout of signed-out pages: one centered card. */
export function AuthLayout({ title, lead, children }: Props) {
  usePageTitle(title);
  return (
    <main className={styles.place}>
      <div className={styles.column}>
        <p className={styles.product}>
          <span className={styles.mark} aria-hidden />
          {t.product}
        </p>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
      </div>
    </main>
  );
}

AuthLayout.Aside = function Aside({ children }: { readonly children: ReactNode }) {
  return <div className={styles.aside}>{children}</div>;
};
