import { ACCOUNT_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, SLUG_MAX, SLUG_MIN } from '@libs/contract';

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
  passwordHint: `${PASSWORD_MIN} characters or more. A few words make a good one.`,
  slug: 'Address of your form',
  slugHint: `Its slug: ${SLUG_MIN} to ${SLUG_MAX} lower-case letters, digits and single hyphens between them.`,
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
      too_long: `That is too long: ${ACCOUNT_NAME_MAX} characters at most.`,
      invalid_characters: 'There are characters in here that cannot be stored.',
    },
    email: { invalid_format: 'This does not look like an e-mail address.' },
    password: {
      too_short: `Too short: ${PASSWORD_MIN} characters or more.`,
      too_long: `Too long: ${PASSWORD_MAX} characters at most.`,
      invalid_value:
        'Too easy to guess. Leave out the name and your e-mail address, and choose nothing that many people use.',
    },
    slug: {
      invalid_value: `${SLUG_MIN} to ${SLUG_MAX} lower-case letters and digits with single hyphens between them, and no word the service needs itself.`,
    },
  },
};
