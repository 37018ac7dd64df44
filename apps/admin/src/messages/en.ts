import { board } from './en/board';
import { inbox } from './en/inbox';
import { items } from './en/items';
import { quarantine } from './en/quarantine';

/** Every text of the dashboard, by the page it stands on; a translation is another object of this type. */
export const en = {
  product: 'Feedback',
  nav: {
    inbox: 'Inbox',
    board: 'Board',
    form: 'Form',
    developer: 'API & Developer',
    settings: 'Settings',
    quarantine: 'Quarantine',
    home: 'First steps',
  },
  inbox,
  items,
  board,
  quarantine,
};
export type Messages = typeof en;
