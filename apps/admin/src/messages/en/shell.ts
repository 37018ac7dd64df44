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
    scheme: 'Appearance',
    schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    openForm: 'Open form',
    reference: 'API reference',
    shortcuts: 'Keyboard shortcuts',
    signOut: 'Sign out',
    signOutFailed: 'Couldn’t sign out',
  },
  connection: {
    offline: 'You’re offline. Unsaved changes stay on this page.',
    unreachable: 'Couldn’t reach the service. Unsaved changes stay on this page.',
    failing: 'The service is having problems. Unsaved changes stay on this page.',
    retry: 'Try again',
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
