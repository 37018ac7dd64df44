const count = (votes: number) => (votes === 1 ? '1 vote' : `${votes.toLocaleString('en')} votes`);

/** Texts about votes of visitors in the item panel. */
export const votes = {
  title: count,
  hint: 'Votes of visitors, one per network. They aren’t confirmed, so they don’t count as people who ask.',
  rise: (recent: number, all: number) =>
    `${recent.toLocaleString('en')} of ${all.toLocaleString('en')} in the last day`,
  loading: 'Loading the votes',
  failed: 'The votes couldn’t be loaded',
  sources: 'Networks with many votes',
  ofSource: (votes: number) => `${count(votes)} from one network range on`,
  inAccount: (votes: number) => `${votes.toLocaleString('en')} for all items`,
  remove: {
    open: 'Remove…',
    title: 'Remove the votes of this network range?',
    text: (votes: number) =>
      `${count(votes)} of that day will be removed from all items. This can’t be undone, and these networks can vote again.`,
    submit: 'Remove votes',
    done: (removed: number) => `${count(removed)} removed`,
  },
};
