import { PASSWORD_MAX, PASSWORD_MIN } from '@libs/contract';
import { formatSize } from '../numbers';

export const settings = {
  title: 'Settings',
  more: 'More settings',
  loading: 'Loading your settings',
  pages: { label: 'Settings', profile: 'Profile', account: 'Account', members: 'Members' },
  person: {
    title: 'Name',
    name: 'Your name',
    nameHint: 'Shown to the other members with your notes and changes.',
    save: 'Save name',
    saved: 'Saved',
  },
  account: {
    title: 'Account name',
    ownersOnly: 'Only owners can change it.',
    name: 'Account name',
    nameHint: 'Shown on your form unless you set a custom heading.',
    save: 'Save name',
    saved: 'Saved',
  },
  storage: {
    title: 'Storage',
    hint: 'Feedback, its history, events, and deliveries of webhooks. Events are deleted after a while.',
    used: (used: number, limit: number) => `${formatSize(used)} of ${formatSize(limit)} used`,
    full: 'The storage is full, so no feedback can be added or changed. Delete feedback, or ask your administrator for more storage.',
  },
  email: {
    title: 'Email',
    hint: 'You sign in with this address.',
    label: 'Email address',
    save: 'Change email',
    saved: (email: string) => `Email changed. You now sign in with ${email}.`,
    unconfirmedTitle: 'Confirm your email address',
    unconfirmed: (email: string) =>
      `We sent a link to ${email}. Until you open it, you get no messages about your account, and people who send feedback get none.`,
    pendingTitle: 'Confirm your new address',
    pending: (email: string) =>
      `We sent a link to ${email}. Until you open it, you sign in with your current address.`,
    sendAgain: 'Send again',
    sentAgain: 'Sent. Earlier links no longer work.',
    cancelPending: 'Cancel change',
  },
  password: {
    title: 'Password',
    hint: 'Changing it signs you out everywhere else.',
    label: 'New password',
    rule: `${PASSWORD_MIN}–${PASSWORD_MAX} characters. Don’t use the account name, your email address, or a common password.`,
    save: 'Change password',
    saved: 'Password changed. You’re signed out everywhere else.',
    show: 'Show password',
    missing: (count: number) => (count === 1 ? 'Add 1 more character' : `Add ${count} more characters`),
    longEnough: 'Long enough',
  },
  sessions: {
    title: 'Sessions',
    hint: 'If you don’t recognize a session, sign out of it and change your password.',
    loading: 'Loading sessions',
    current: 'Current session',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknownBrowser: 'Unknown browser',
    signedIn: 'Signed in',
    lastSeen: 'Last active',
    end: 'Sign out',
    endLabel: (name: string) => `Sign out of ${name}`,
    endOthers: 'Sign out of all other sessions',
    onlyThis: 'You have no other sessions.',
  },
  securityLog: {
    title: 'Security log',
    hint: 'Sign-ins, exports, and changes of API keys and webhooks in the last 90 days.',
  },
  export: {
    title: 'Import and export',
    hint: 'Import feedback from other products, or export all your data as one JSON file: the account, its members, the form, API keys without their secrets, feedback with its requests and notes, and quarantined submissions.',
    download: 'Export all data',
    import: 'Import feedback',
    only: 'To export only feedback as CSV, NDJSON, or JSON, use the menu in the ',
    inbox: 'inbox',
  },
  personalData: {
    title: 'Personal data',
    hint: 'Find, download, or erase what is stored about someone who sent you feedback.',
    email: 'Email address of the submitter',
    find: 'Find data',
    found: (email: string) => `Stored about ${email}:`,
    nothing: (email: string) => `Nothing is stored about ${email}.`,
    kinds: {
      items: (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`),
      quarantined: (count: number) =>
        count === 1
          ? '1 submission in quarantine'
          : `${count.toLocaleString('en')} submissions in quarantine`,
      requests: (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`),
      notes: (count: number) => (count === 1 ? '1 note' : `${count.toLocaleString('en')} notes`),
      changelog: (count: number) =>
        count === 1 ? '1 changelog entry' : `${count.toLocaleString('en')} changelog entries`,
      events: (count: number) => (count === 1 ? '1 event' : `${count.toLocaleString('en')} events`),
      history: (count: number) =>
        count === 1
          ? '1 entry in the history of items'
          : `${count.toLocaleString('en')} entries in the history of items`,
      responses: (count: number) =>
        count === 1 ? '1 stored API response' : `${count.toLocaleString('en')} stored API responses`,
    },
    download: 'Download data',
    open: 'Erase data…',
    dialog: 'Erase data?',
    body: (email: string) =>
      `This removes ${email} from all items, their texts, notes, and changelog entries, deletes quarantined submissions, and removes the values of earlier events and changes. It can’t be undone.`,
    deleteItems: 'Also delete the items that this person sent',
    confirm: 'Erase data',
    erased: (email: string, items: number) =>
      `Erased everything about ${email}, in ${items === 1 ? '1 item' : `${items.toLocaleString('en')} items`}.`,
  },
  remove: {
    title: 'Delete account',
    hint: 'Permanently deletes the account, its feedback, its API keys, and its form.',
    open: 'Delete account…',
    dialog: (name: string) => `Delete ${name}?`,
    body: 'This deletes all feedback, API keys, sessions, and the form. It can’t be undone.',
    exportFirst: 'Export all data first',
    slug: (slug: string) => `Type ${slug} to confirm`,
    slugWrong: (slug: string) => `Type ${slug} exactly as shown.`,
    password: 'Your password',
    confirm: 'Delete account',
    cancel: 'Keep account',
    farewell: 'Your account and all its data have been deleted.',
  },
  reauthenticate: {
    title: 'Confirm it’s you',
    body: 'Enter your password to make this change.',
    password: 'Your password',
    confirm: 'Confirm',
    wrong: 'Incorrect password.',
  },
  errors: {
    missing: {
      name: 'Enter a name.',
      email: 'Enter an email address.',
      password: 'Enter your password.',
    },
    nameTooLong: (max: number) => `Use ${max} characters or fewer.`,
    emailFormat: 'Enter a valid email address.',
    emailTaken: 'Another account uses this email address.',
    nameTaken: 'Another member of your accounts has this name.',
    tooShort: (min: number) => `Use at least ${min} characters.`,
    tooLong: (max: number) => `Use ${max} characters or fewer.`,
    guessable: 'Too easy to guess. Don’t use the account name or your email address.',
    common: 'Too easy to guess. Don’t use a common password.',
    characters: 'Some of these characters aren’t supported. Remove them.',
  },
};
