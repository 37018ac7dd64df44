/** Messages by error code (conventions.md 6). Other codes show the message of the service. */
export const errors = {
  unreachable: 'Couldn’t reach the service. Check your connection and try again.',
  unreadable: 'Unexpected response from the service. Try again in a moment.',
  internal_error: 'Something went wrong on our end. Try again in a moment.',
  service_unavailable: 'The service is temporarily unavailable. Try again in a moment.',
  session_required: 'You’ve been signed out. Sign in to continue.',
  invalid_credentials: 'Incorrect email or password.',
  sign_up_closed: 'Sign-up is closed. Ask your administrator for an account.',
  slug_taken: 'This form URL is taken. Choose a different one.',
  email_taken: 'An account with this email address already exists. Sign in instead.',
  view_limit_reached: 'You have 30 views, which is the maximum. Delete a view first.',
  view_not_found: 'This view no longer exists. It may have been deleted in another window.',
  views_changed: 'Your views have changed in another window. Try again.',
  feedback_merged: 'This item is merged into another one. To edit it, unmerge it first.',
  account_switched: 'You switched to another account in another tab. Reload the page to continue.',
  no_account: 'You’re no longer a member of an account. Ask a member for an invitation.',
  last_owner: 'An account needs an owner. Make another member an owner first.',
  member_not_found: 'This person is no longer a member.',
  already_member: 'You’re already a member of this account.',
  invitation_not_found: 'This invitation expired, was revoked, or has been used. Ask for a new one.',
  invitation_limit_reached: 'There are 50 open invitations, which is the maximum. Revoke one first.',
  cross_origin_request: 'This request was blocked. Reload the page and try again.',
  unknown: 'Something went wrong. Try again in a moment.',
  tooMany: (seconds: number) =>
    seconds < 90
      ? `Too many attempts. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`
      : `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
};
