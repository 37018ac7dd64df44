/** Texts about public cards in lists and in the item panel. Those of dialogs are in `publishing.ts`, which lists don’t load. */
export const publicCard = {
  shortcut: 'Publish or edit public card',
  mark: 'Public',
  title: 'Public card',
  private: 'Only members can see this item.',
  publish: 'Publish…',
  edit: 'Edit public card…',
  since: 'Public since',
  view: 'View public page',
  newTab: 'opens in a new tab',
  hidden: 'The public card isn’t shown while the item is merged.',
  nothing: 'The selected items are already public or merged.',
};
