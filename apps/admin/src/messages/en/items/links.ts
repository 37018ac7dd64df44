/** Texts about the links of an item to pages elsewhere. */
export const links = {
  title: (n: number) => (n === 0 ? 'No links' : n === 1 ? '1 link' : `${n} links`),
  list: 'Links',
  newTab: 'opens in a new tab',
  kinds: {
    ticket: 'Ticket',
    pull_request: 'Pull request',
    call: 'Call',
    document: 'Document',
    other: 'Other',
  },
  fields: { url: 'URL', kind: 'Kind', title: 'Title' },
  hints: { title: 'Optional. Without a title, the host of the URL is shown.' },
  errors: {
    url: 'Enter a URL that starts with https:// or http://, without a user name.',
    repeated: 'The item already has this link.',
    title: 'Use one line of up to 200 characters.',
  },
  add: {
    open: 'Add link',
    title: 'Add link',
    submit: 'Add link',
    failed: 'Couldn’t add the link. Your text is still here.',
    done: 'Link added.',
  },
  remove: {
    open: (name: string) => `Remove the link “${name}”`,
    tooltip: 'Remove link',
    done: (name: string) => `Removed the link “${name}”.`,
    undone: (name: string) => `Added the link “${name}” again.`,
  },
  changeFailed: 'Couldn’t change the links',
};
