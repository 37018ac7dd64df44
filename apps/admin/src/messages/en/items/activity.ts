const duplicates = (count: number) =>
  count === 1 ? '1 duplicate' : `${count.toLocaleString('en')} duplicates`;

const quoted = (one: string, several: string, names: readonly string[]) =>
  `the ${names.length === 1 ? one : several} ${new Intl.ListFormat('en').format(names.map((name) => `“${name}”`))}`;
const tags = (names: readonly string[]) => quoted('tag', 'tags', names);
const links = (names: readonly string[]) => quoted('link', 'links', names);

/** Texts of the activity and of the other items of a submitter, in the item panel. */
export const activity = {
  title: 'Activity',
  loading: 'Loading the activity',
  failed: 'Couldn’t load the activity',
  more: 'Load more',
  moreFailed: 'Couldn’t load more.',
  list: 'Notes and changes, newest first',
  note: {
    label: 'Write a note',
    placeholder: 'Write a note. Only members and API keys can see it. Type @ to mention someone.',
    mentions: 'Members',
    mentionsFound: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    hint: (key: string) => `${key}+Enter to send`,
    submit: 'Add note',
    added: 'Note added.',
    failed: 'Couldn’t add the note. Your text is still here.',
    over: (count: number) =>
      count === 1 ? '1 character too many' : `${count.toLocaleString('en')} characters too many`,
    remove: 'Delete note',
    removeTitle: 'Delete note?',
    removeText: 'This can’t be undone.',
    removed: 'Note deleted.',
    wrote: 'Note',
    imported: (by: string) => `Imported by: ${by}`,
  },
  actors: {
    owner: 'You',
    api_key: (name: string | undefined) => (name === undefined ? 'An API key' : `API key “${name}”`),
    visitor: 'A visitor',
    import: 'An import',
    system: 'Administrator',
  },
  created: 'created the item',
  submitted: 'submitted the item',
  imported: 'Imported from a file',
  erased: 'erased personal data',
  fields: {
    title: 'changed the title',
    description: 'changed the description',
    status: 'changed the status',
    external_id: 'changed the external ID',
    submitter_email: 'changed the email address of the submitter',
    source: 'changed the source',
    public: 'changed the public card',
  } as Readonly<Record<string, string>>,
  published: (title: string) => `published it as “${title}”`,
  unpublished: 'removed it from the public pages',
  assigned: (name: string) => `assigned it to ${name}`,
  assignedToYou: 'assigned it to you',
  assignedToYourself: 'assigned it to yourself',
  assignedToThemselves: 'assigned it to themselves',
  unassigned: 'removed the assignee',
  addedTags: (names: readonly string[]) => `added ${tags(names)}`,
  removedTags: (names: readonly string[]) => `removed ${tags(names)}`,
  addedLinks: (names: readonly string[]) => `added ${links(names)}`,
  removedLinks: (names: readonly string[]) => `removed ${links(names)}`,
  changedLinks: 'changed the links',
  and: 'and',
  otherField: (name: string) => `changed ${name}`,
  updated: 'changed the item',
  merges: {
    title: (title: string) => `“${title}”`,
    deletedItem: 'a deleted item',
    merged: 'merged this into',
    instead: 'instead of',
    unmerged: 'unmerged this from',
    along: (count: number) =>
      count === 1 ? 'with its duplicate' : `with its ${count.toLocaleString('en')} duplicates`,
    added: (count: number) => `merged ${duplicates(count)} into this item`,
    removed: (count: number) => `removed ${duplicates(count)} of this item`,
    requests: (from: number, to: number) =>
      `changed the number of requests from ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`,
  },
  from: 'from',
  to: 'to',
  empty: 'Empty',
  /** Names of fields in `showTexts`. */
  names: { external_id: 'external ID', submitter_email: 'email address', public: 'public card' } as Readonly<
    Record<string, string>
  >,
  showTexts: (field: string) => `Show ${field} change`,
  before: 'Before',
  after: 'After',
};

export const samePerson = {
  title: 'Other items from this person',
  all: 'Show all items',
  failed: 'Couldn’t load other items.',
  retry: 'Try again',
};
