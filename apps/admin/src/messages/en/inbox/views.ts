export const views = {
  title: 'Views',
  loading: 'Loading views',
  failed: 'Couldn’t load views.',
  retry: 'Try again',
  empty: 'Filter the inbox, then save it as a view.',
  count: (count: number, max: number) => `${count.toLocaleString('en')}${count >= max ? '+' : ''}`,
  items: (count: number, max: number) =>
    count >= max
      ? `${count.toLocaleString('en')} or more items`
      : `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`,
  save: 'Save view',
  saveAsNew: 'Save as new',
  update: 'Update view',
  updated: (name: string) => `View “${name}” updated.`,
  saved: (name: string) => `View “${name}” saved.`,
  ignored: (names: string) =>
    `Some filters of this view are no longer supported: ${names}. Update the view to remove them.`,
  name: 'Name',
  rename: 'Rename view',
  renameSubmit: 'Rename',
  cancel: 'Cancel',
  menu: {
    open: (name: string) => `Options of view “${name}”`,
    rename: 'Rename…',
    up: 'Move up',
    down: 'Move down',
    remove: 'Delete',
  },
  moved: (name: string, position: number, count: number) => `View “${name}” is now ${position} of ${count}.`,
  removed: (name: string) => `View “${name}” deleted.`,
  restored: (name: string) => `View “${name}” restored.`,
  notSaved: 'Couldn’t save the change',
  errors: {
    missing_required_field: 'Enter a name.',
    empty_value: 'Enter a name.',
    too_long: (max: number) => `Use ${max} characters or fewer.`,
    invalid_characters: 'Remove unsupported characters. A name can’t contain line breaks.',
    view_name_taken: 'Another view has this name. Choose a different one.',
  },
};
