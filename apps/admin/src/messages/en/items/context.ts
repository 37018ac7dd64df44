/** Texts about where an item was written. */
export const context = {
  title: 'Context',
  page: 'Page',
  language: 'Language',
};
