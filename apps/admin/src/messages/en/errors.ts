/** What went wrong, by error code (conventions.md 6); a code without a text here shows the service's own. */
export const errors = {
  unreachable: 'The service cannot be reached. Check your connection and try again.',
  unreadable: 'The service gave an answer nobody understands. Try again in a moment.',
  internal_error: 'Something went wrong on our side. Try again in a moment.',
  service_unavailable: 'The service is not available at the moment. Try again in a moment.',
  session_required: 'Your session has ended. Sign in to continue.',
  invalid_credentials: 'The e-mail address or the password is wrong.',
  sign_up_closed: 'New accounts cannot be made here. Ask whoever runs this service.',
  slug_taken: 'Somebody else has this address already. Choose another.',
  email_taken: 'There is an account with this e-mail address already. Sign in instead.',
  cross_origin_request: 'This page may not do that. Load it again.',
  unknown: 'That did not work. Try again in a moment.',
  tooMany: (seconds: number) =>
    seconds < 90
      ? `That was too often. Try again in ${seconds} seconds.`
      : `That was too often. Try again in ${Math.ceil(seconds / 60)} minutes.`,
};
