/** Texts of shared components. */
export const ui = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it manually.',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  showPassword: 'Show password',
  error: 'Couldn’t load this content',
  now: 'just now',
  statuses: {
    new: 'New',
    planned: 'Planned',
    building: 'Building',
    shipped: 'Shipped',
    declined: 'Declined',
  },
};
