import { Outlet } from 'react-router';
import { t } from '../../../messages';
import { TabbedPage } from '../../tabbed-page';

const { title, pages } = t.settings;
/** Each is also a route. */
const PAGES = [
  { to: '/settings', label: pages.profile },
  { to: '/settings/account', label: pages.account },
  { to: '/settings/members', label: pages.members },
];

/** The header of the main pages of the settings, with links to them. */
export default function SettingsLayout() {
  return (
    <TabbedPage title={title} label={pages.label} pages={PAGES}>
      <Outlet />
    </TabbedPage>
  );
}
