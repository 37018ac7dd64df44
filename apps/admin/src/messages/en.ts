import { board } from './en/board';
import { developer } from './en/developer';
import { docs } from './en/docs';
import { errors } from './en/errors';
import { form } from './en/form';
import { home } from './en/home';
import { importing } from './en/import';
import { inbox } from './en/inbox';
import { items } from './en/items';
import { notFound } from './en/not-found';
import { quarantine } from './en/quarantine';
import { settings } from './en/settings';
import { shell } from './en/shell';
import { signIn } from './en/sign-in';
import { signUp } from './en/sign-up';
import { ui } from './en/ui';

/** All texts of the dashboard, by page. A translation is another object of this type. */
export const en = {
  product: 'Feedback',
  nav: {
    inbox: 'Inbox',
    board: 'Board',
    form: 'Form',
    developer: 'API & Developer',
    settings: 'Settings',
    quarantine: 'Quarantine',
    import: 'Import',
    home: 'Get started',
  },
  board,
  developer,
  docs,
  errors,
  form,
  home,
  importing,
  inbox,
  items,
  notFound,
  quarantine,
  settings,
  shell,
  signIn,
  signUp,
  ui,
};
