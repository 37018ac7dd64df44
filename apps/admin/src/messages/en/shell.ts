export const shell = {
  skip: 'Skip to content',
  navigation: 'Main',
  more: 'More',
  loading: 'Loading',
  waiting: (count: number) => `${count.toLocaleString('en')} in quarantine`,
  title: (page: string, account?: string, fresh = 0) =>
    `${fresh ? `(${fresh}) ` : ''}${[page, account, 'Feedback'].filter(Boolean).join(' · ')}`,
  user: {
    menu: (email: string) => `Account menu, ${email}`,
    profile: 'Your profile',
    scheme: 'Appearance',
    schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    openForm: 'Open form',
    copyForm: 'Copy form link',
    formCopied: 'Form link copied.',
    reference: 'API reference',
    shortcuts: 'Keyboard shortcuts',
    setScheme: (scheme: string) => `Set appearance to ${scheme}`,
    signOut: 'Sign out',
    signOutFailed: 'Couldn’t sign out',
  },
  notifications: {
    title: 'Notifications',
    open: 'Open notifications',
    unread: (count: number) =>
      count === 1 ? '1 unread notification' : `${count > 99 ? 'More than 99' : count} unread notifications`,
  },
  accounts: {
    title: 'Accounts',
    deleted: (name: string) => `${name} and all its data have been deleted.`,
    menu: (name: string) => `${name}. Accounts`,
    create: 'New account',
    switchTo: (name: string) => `Switch account to ${name}`,
    failed: 'Couldn’t switch the account',
  },
  switched: {
    title: 'You switched to another account',
    body: (name: string) =>
      `You switched to another account in another tab. This page still shows ${name}, and nothing more is saved here. Copy what you want to keep, then reload.`,
    banner: (name: string) =>
      `You switched to another account in another tab. Nothing more is saved on this page of ${name}.`,
    stay: 'Stay on this page',
    reload: 'Reload',
  },
  removed: {
    title: (name: string) => `You no longer have access to ${name}`,
    body: (name: string) =>
      `You’re no longer a member of ${name}, or the account was deleted. Nothing more is saved on this page. To get access again, ask a member for an invitation.`,
    signIn: 'Go to sign-in',
  },
  connection: {
    offline: 'You’re offline. Unsaved changes stay on this page.',
    unreachable: 'Couldn’t reach the service. Unsaved changes stay on this page.',
    failing: 'The service is having problems. Unsaved changes stay on this page.',
    retry: 'Try again',
  },
  webhooks: {
    one: (host: string) => `The webhook to ${host} was disabled and receives no events.`,
    more: (count: number) => `${count.toLocaleString('en')} webhooks were disabled and receive no events.`,
    review: (count: number) => (count === 1 ? 'Review webhook' : 'Review webhooks'),
    dismiss: 'Dismiss',
  },
  crash: {
    title: 'Something went wrong',
    body: 'Reload the page to continue. Your saved data is safe.',
    reload: 'Reload page',
  },
  outdated: {
    title: 'New version available',
    body: 'Reload the page to use it.',
  },
  commands: {
    title: 'Commands and items',
    open: 'Search commands and items',
    placeholder: 'Search commands and items',
    empty: 'Nothing found.',
    items: 'Items',
    searching: 'Searching items…',
    failed: 'Couldn’t search items.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    then: 'then',
    or: 'or',
    everywhere: 'All pages',
    help: 'Show keyboard shortcuts',
    singleKeys: 'Single-key shortcuts',
    singleKeysHint: 'Turn this off if you use speech input or similar software.',
    go: (page: string) => `Go to ${page}`,
  },
};
