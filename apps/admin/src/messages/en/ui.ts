/** Texts of the parts that every page is made of. */
export const ui = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here. Select the text and copy it yourself.',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  showPassword: 'Show password',
  error: 'That could not be loaded',
  now: 'just now',
  never: 'Never',
  required: 'required',
  statuses: {
    new: 'New',
    planned: 'Planned',
    building: 'Building',
    shipped: 'Shipped',
    declined: 'Declined',
  },
};
