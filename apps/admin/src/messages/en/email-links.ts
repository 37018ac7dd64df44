import { PASSWORD_MAX, PASSWORD_MIN } from '@libs/contract';

/** Pages that links in messages lead to. */
export const emailLinks = {
  signIn: 'Sign in',
  backToSignIn: 'Back to sign-in',
  reset: {
    title: 'Reset your password',
    lead: 'We’ll send you a link to set a new password.',
    email: 'Email',
    missingEmail: 'Enter your email address.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sent: (email: string, minutes: number) =>
      `If ${email} has an account, we’ve sent a link to it. The link works once, for ${minutes} minutes.`,
    sentHint: 'Nothing arrived? Check your spam folder, or try again with another address.',
    again: 'Try again',
    off: 'This service doesn’t send mail. Ask your administrator to run this command:',
  },
  password: {
    title: 'Set a new password',
    lead: 'This signs you out everywhere.',
    label: 'New password',
    rule: `${PASSWORD_MIN}–${PASSWORD_MAX} characters. Don’t use the account name, your email address, or a common password.`,
    missing: 'Enter a new password.',
    submit: 'Set password',
    doneTitle: 'Password changed',
    done: (email: string) => `Sign in as ${email} with your new password.`,
    requestNew: 'Request a new link',
  },
  confirm: {
    title: 'Confirm your email address',
    lead: 'After that, you sign in with the new address.',
    submit: 'Confirm email address',
    doneTitle: 'Email address confirmed',
    done: (email: string) => `You now sign in with ${email}.`,
    missing: 'Open the link in the message that we sent to your new address.',
    open: 'Open dashboard',
  },
};
