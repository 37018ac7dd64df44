const an = (role: string) =>
  /^[AEIOU]/i.test(role) ? `an ${role.toLowerCase()}` : `a ${role.toLowerCase()}`;

/** The page of an invitation. */
export const invite = {
  title: (account: string) => `Join ${account}`,
  lead: (inviter: string, account: string, role: string) =>
    `${inviter} invited you to join ${account} as ${an(role)}.`,
  invalidTitle: 'This invitation isn’t valid',
  invalidLead:
    'It may have expired, been revoked, or been used already. Ask the person who invited you for a new link.',
  failedTitle: 'Couldn’t open the invitation',
  retry: 'Try again',
  open: 'Open Feedback',
  signIn: 'Sign in',
  as: (name: string, email: string) => `You’re signed in as ${name} (${email}).`,
  join: (account: string) => `Join ${account}`,
  otherPerson: 'Not you?',
  signOut: 'Sign out',
  name: 'Your name',
  nameHint: 'Shown to the other members.',
  newNameHint: 'Shown to the members of all your accounts.',
  email: 'Email',
  emailHint: 'You’ll sign in with it.',
  create: 'Join account',
  haveOne: 'Already have an account?',
  signInInstead: 'Sign in instead',
  signInAndJoin: 'Sign in and join',
  newHere: 'New here?',
  createInstead: 'Join as a new person',
  missing: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    password: 'Enter a password.',
  },
};
