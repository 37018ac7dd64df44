/** Whether an identity token says whose address it is. */
export const verified = {
  yes: 'Verified',
  yesHint: 'Your application says who this is.',
  no: 'Not verified',
  noHint: 'Anyone can have entered this address.',
};
