import { Button } from '@mantine/core';
import { NavLink, Outlet, useLocation } from 'react-router';
import { t } from '../../../messages';
import { PageHeader } from '../../../ui/layout/page-header';
import styles from './layout.module.css';

const texts = t.developer;
/** Each is also a route. */
const PAGES = [
  { to: '/developer', label: texts.pages.overview },
  { to: '/developer/webhooks', label: t.webhooks.title },
  { to: '/developer/events', label: texts.pages.events },
];

/** The header of all pages of API & Developer, with links to them. */
export default function DeveloperLayout() {
  const { pathname } = useLocation();
  const page = PAGES.slice(1).find(({ to }) => to === pathname);
  return (
    <>
      <PageHeader
        title={texts.title}
        tabTitle={page?.label}
        lead={texts.lead}
        actions={
          <Button variant="default" component="a" href="/docs" target="_blank">
            {texts.reference}
          </Button>
        }
      />
      <nav aria-label={texts.pages.label} className={styles.pages}>
        {PAGES.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={styles.page}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
