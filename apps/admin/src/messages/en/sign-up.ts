export const signUp = {
  title: 'Create your account',
  leadEmpty: 'You are the first one here.',
  lead: 'One minute, no e-mail to confirm.',
  closed: {
    title: 'Sign-up is closed',
    lead: 'Whoever runs this service makes the accounts. Ask them for one.',
  },
  name: 'Name',
  nameHint: 'Your product, team or company. Visitors of your form see it.',
  email: 'E-mail address',
  emailHint: 'You sign in with it. Nothing is sent to it.',
  password: 'Password',
  passwordHint: '12 characters or more. A few words make a good one.',
  slug: 'Address of your form',
  slugHint: 'Its slug: 3 to 50 lower-case letters, digits and single hyphens between them.',
  submit: 'Create account',
  haveOne: 'Have an account already?',
  signIn: 'Sign in',
  missing: {
    name: 'Enter a name.',
    email: 'Enter your e-mail address.',
    password: 'Choose a password.',
  },
  errors: {
    name: {
      too_long: 'That is too long: 100 characters at most.',
      invalid_characters: 'There are characters in here that cannot be stored.',
    },
    email: { invalid_format: 'This does not look like an e-mail address.' },
    password: {
      too_short: 'Too short: 12 characters or more.',
      too_long: 'Too long: 128 characters at most.',
      invalid_value:
        'Too easy to guess. Leave out the name and your e-mail address, and choose nothing that many people use.',
    },
    slug: {
      invalid_value:
        '3 to 50 lower-case letters and digits with single hyphens between them, and no word the service needs itself.',
    },
  },
};
