const count = (n: number, one: string, several: string) =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${several}`;
const items = (n: number) => count(n, 'item', 'items');
const named = (found: readonly string[], one: string, several: string) =>
  `This contains ${found.length === 1 ? one : several}`;
const list = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

/** Texts of the dialogs that publish items. */
export const publishing = {
  dialog: {
    publish: 'Publish item',
    edit: 'Edit public card',
    submit: 'Publish',
    save: 'Save changes',
    remove: 'Remove from public pages',
    original: 'Private original',
    originalHint: 'Only members can see this.',
    originalText: 'Title and description of the item',
    noDescription: 'No description.',
    useTitle: 'Use this title',
    fields: { title: 'Public title', text: 'Public text (optional)' },
    hint: 'Write it for everyone. Later changes to the item don’t change it.',
    preview: 'As a visitor sees it',
    untitled: 'Public title',
    address: 'Public page',
    roadmapOff: 'The roadmap is off: visitors need the link.',
    notOnRoadmap: (status: string) => `The roadmap doesn’t show items with the status “${status}”.`,
    settings: 'Roadmap settings',
    failed: 'Couldn’t publish the item. Your text is still here.',
    saveFailed: 'Couldn’t save the public card. Your text is still here.',
    removeFailed: 'Couldn’t remove the public card.',
    conflict: 'Someone else changed the public card',
    theirs: (title: string) => `It is now “${title}”. To replace it with your text, save again.`,
    ended: 'It was removed from the public pages. To publish your text, save again.',
  },
  many: {
    title: (n: number) => `Publish ${items(n)}`,
    hint: 'These titles become public, without the descriptions. Check each one.',
    include: (title: string) => `Publish “${title}”`,
    field: (title: string) => `Public title of “${title}”`,
    original: (title: string) => `Item: ${title}`,
    submit: (n: number) => (n === 0 ? 'Publish' : `Publish ${items(n)}`),
    lines: 'Items to publish',
    skippedPublic: (n: number) => `${count(n, 'item is', 'items are')} already public`,
    skippedMerged: (n: number) => `${count(n, 'item is', 'items are')} merged`,
    skippedOthers: (n: number) => `${count(n, 'more item doesn’t', 'more items don’t')} fit in this list`,
    skipped: (reasons: readonly string[]) => `Left out: ${list(reasons)}.`,
    sending: (sent: number, total: number) =>
      `Publishing: ${sent.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    failed: (published: number, failed: number) =>
      published === 0
        ? `Couldn’t publish ${items(failed)}.`
        : `Published ${items(published)}. Couldn’t publish ${items(failed)}.`,
    changed: 'Someone else has published it in the meantime.',
  },
  warnings: {
    email: (found: readonly string[]) =>
      `${named(found, 'an email address', 'email addresses')}: ${list(found)}`,
    phone: (found: readonly string[]) =>
      `${named(found, 'a telephone number', 'telephone numbers')}: ${list(found)}`,
    key: (found: readonly string[]) => `${named(found, 'an API key', 'API keys')}: ${list(found)}`,
  },
  published: (title: string) => `Published “${title}”.`,
  publishedMany: (n: number) => `Published ${items(n)}.`,
  edited: (title: string) => `Changed the public card “${title}”.`,
  removed: (title: string) => `Removed “${title}” from the public pages.`,
  undone: (n: number) =>
    n === 1
      ? 'Change of the public card undone.'
      : `Change of ${n.toLocaleString('en')} public cards undone.`,
  notUndone: (n: number) =>
    n === 1
      ? 'Couldn’t undo. The public card has changed since then.'
      : `Couldn’t undo the change of ${n.toLocaleString('en')} public cards. They have changed since then.`,
  undoFailed: 'Couldn’t undo the change of the public card',
};
