import {
  ACCOUNT_NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PERSON_NAME_MAX,
  SLUG_MAX,
  SLUG_MIN,
} from '@libs/contract';

export const signUp = {
  title: 'Create your account',
  leadEmpty: 'Set up the first account.',
  lead: 'It takes a minute. No email confirmation needed.',
  closed: {
    title: 'Sign-up is closed',
    lead: 'Ask your administrator for an account.',
  },
  name: 'Account name',
  nameHint: 'Your product, team, or company. Shown on your form.',
  personName: 'Your name (optional)',
  email: 'Email',
  emailHint: 'You’ll sign in with it.',
  password: 'Password',
  passwordHint: `At least ${PASSWORD_MIN} characters. Try a few random words.`,
  slug: 'Form URL',
  slugHint: `${SLUG_MIN}–${SLUG_MAX} lowercase letters and numbers, with single hyphens between them.`,
  submit: 'Create account',
  haveOne: 'Already have an account?',
  signIn: 'Sign in',
  missing: {
    name: 'Enter an account name.',
    email: 'Enter your email address.',
    password: 'Enter a password.',
  },
  errors: {
    name: {
      too_long: `Use ${ACCOUNT_NAME_MAX} characters or fewer.`,
      invalid_characters: 'Some of these characters aren’t supported. Remove them.',
    },
    person_name: {
      too_long: `Use ${PERSON_NAME_MAX} characters or fewer.`,
      invalid_characters: 'Some of these characters aren’t supported. Remove them.',
    },
    email: { invalid_format: 'Enter a valid email address.' },
    password: {
      too_short: `Use at least ${PASSWORD_MIN} characters.`,
      too_long: `Use ${PASSWORD_MAX} characters or fewer.`,
      invalid_value:
        'Too easy to guess. Don’t use the account name, your email address, or a common password.',
    },
    slug: {
      invalid_value: `Use ${SLUG_MIN}–${SLUG_MAX} lowercase letters and numbers, with single hyphens between them. Some words are reserved.`,
    },
  },
};
