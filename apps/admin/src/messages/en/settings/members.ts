/** "Ada", "Ada or Ben", "Ada, Ben, or Cem"; at most three. */
const anyOf = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names.slice(0, 3));

/** Texts of the members page and of pages that need another role. */
export const members = {
  title: 'Members',
  hint: (account: string) => `Everyone who can sign in to ${account}.`,
  list: 'Members',
  loading: 'Loading members',
  failed: 'Couldn’t load the members',
  you: 'You',
  former: 'A former member',
  /** Until the name is loaded. */
  unknown: 'A member',
  roles: {
    viewer: { name: 'Viewer', hint: 'Reads feedback, the board, insights, and history.' },
    editor: { name: 'Editor', hint: 'Also changes, merges, and deletes items, and writes notes and tags.' },
    admin: {
      name: 'Admin',
      hint: 'Also imports and exports, and manages the form, API keys, webhooks, and members.',
    },
    owner: { name: 'Owner', hint: 'Also renames and deletes the account, and manages owners.' },
  },
  roleOf: (name: string) => `Role of ${name}`,
  changed: (name: string, role: string) => `Changed the role of ${name} to ${role}.`,
  changeFailed: (name: string) => `Couldn’t change the role of ${name}`,
  questions: {
    own: {
      title: () => 'Change your own role?',
      body: (role: string) =>
        `Your role will be ${role}. You can’t change it back yourself: another member has to.`,
      confirm: 'Change role',
    },
    owner: {
      title: (name: string) => `Make ${name} an owner?`,
      body: () => 'Owners can delete the account, and change the role of every member, including yours.',
      confirm: 'Make owner',
    },
  },
  remove: {
    open: 'Remove',
    label: (name: string) => `Remove ${name}`,
    title: (name: string) => `Remove ${name}?`,
    body: (name: string, account: string) =>
      `${name} loses access to ${account} immediately. Notes and changes by ${name} stay, with the name.`,
    confirm: 'Remove member',
    done: (name: string, account: string) => `Removed ${name} from ${account}.`,
  },
  reset: {
    open: 'Reset two-factor authentication',
    label: (name: string) => `Reset two-factor authentication of ${name}`,
    title: (name: string) => `Reset two-factor authentication of ${name}?`,
    body: (name: string) =>
      `${name} then signs in with the password only, and can set up two-factor authentication again. Make sure that the request really comes from ${name}.`,
    confirm: 'Reset',
    done: (name: string) => `Two-factor authentication of ${name} is off.`,
    errors: {
      second_factor_inactive: 'Two-factor authentication of this member is off.',
      second_factor_of_others:
        'This member also belongs to an account that you don’t own. Ask your administrator to reset it.',
    },
  },
  leave: {
    open: 'Leave',
    onlyOwner: 'You’re the only owner. To leave, make another member an owner first.',
    title: (account: string) => `Leave ${account}?`,
    body: (account: string) =>
      `You lose access to ${account} immediately. To come back, you need a new invitation. Your notes and changes stay, with your name.`,
    confirm: 'Leave account',
  },
  invite: {
    open: 'Invite people',
    title: 'Invite someone',
    role: 'Role',
    email: 'Email (optional)',
    emailHint: 'Suggested when the person joins. Anyone with the link can use it.',
    emailHintMail: 'Gets the link by mail. Anyone with the link can use it.',
    malformed: 'Enter a valid email address, or leave this field empty.',
    submit: 'Create link',
  },
  issued: {
    title: 'Invitation link',
    sent: (email: string, role: string) =>
      `We sent this link to ${email}. The first person who opens it can join with the role ${role}.`,
    body: (email: string | null, role: string) =>
      `Send this link to ${email ?? 'the person you invite'}. The first person who opens it can join with the role ${role}.`,
    link: 'Link',
    copy: 'Copy invitation link',
    rules: 'The link is valid for 7 days and can be used once. It isn’t shown again.',
    done: 'Done',
    leaveTitle: 'Close without the link?',
    leave: 'The link isn’t shown again. If you didn’t copy it, revoke the invitation and create a new one.',
    leaveBack: 'Back to the link',
    leaveAnyway: 'Close anyway',
  },
  invitations: {
    title: 'Open invitations',
    hint: 'Links that can still be used. Each is valid for 7 days and can be used once.',
    loading: 'Loading invitations',
    failed: 'Couldn’t load the invitations',
    empty: 'No open invitations.',
    anyone: 'Anyone with the link',
    by: (name: string) => `Invited by ${name}`,
    expires: 'expires',
    revoke: 'Revoke',
    revokeLabel: (email: string | null, role: string) =>
      email ? `Revoke invitation for ${email}` : `Revoke invitation with the role ${role}`,
    revokeTitle: 'Revoke invitation?',
    revokeBody: 'The link stops working immediately. Members who have joined stay.',
    revokeConfirm: 'Revoke invitation',
    revokeGone: 'The invitation was already accepted or revoked, or it has expired.',
  },
  required: {
    title: 'You need another role',
    need: (role: string) => `You need the ${role.toLowerCase()} role to open this page`,
    yours: (role: string) => `Your role is ${role}.`,
    ask: (names: readonly string[]) =>
      names.length > 0 ? `${anyOf(names)} can change it.` : 'An owner of the account can change it.',
    members: 'View members',
  },
};
