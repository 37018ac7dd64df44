import { Button } from '@mantine/core';
import { Outlet } from 'react-router';
import { t } from '../../../messages';
import { TabbedPage } from '../../tabbed-page';

const texts = t.developer;
/** Each is also a route. */
const PAGES = [
  { to: '/developer', label: texts.pages.overview },
  { to: '/developer/webhooks', label: t.webhooks.title },
  { to: '/developer/events', label: texts.pages.events },
  { to: '/developer/identity', label: texts.pages.identity },
];

/** The header of all pages of API & Developer, with links to them. */
export default function DeveloperLayout() {
  return (
    <TabbedPage
      title={texts.title}
      label={texts.pages.label}
      lead={texts.lead}
      pages={PAGES}
      actions={
        <Button variant="default" component="a" href="/docs" target="_blank">
          {texts.reference}
        </Button>
      }
    >
      <Outlet />
    </TabbedPage>
  );
}
