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
};
export type Messages = typeof en;
