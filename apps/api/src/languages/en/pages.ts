import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `${account} roadmap`,
  statuses: {
    new: 'Under review',
    planned: 'Planned',
    building: 'Building',
    shipped: 'Shipped',
    declined: 'Declined',
  },
  emptyColumn: 'Nothing right now.',
  recently: 'In the last 90 days',
  requests: { one: 'Requested by {n} person', other: 'Requested by {n} people' },
  moved: (when) => `Moved ${when}`,
  progress: 'Progress',
  feed: 'Feed',
  similar: 'Already on the roadmap:',
  isItThis: [
    'Is it one of these?',
    'They’re already on the roadmap. If one is what you mean, you don’t need to send anything.',
  ],
  sendAnyway: 'No, send my feedback',
  vote: 'Vote',
  voterHint: 'With your email address, you hear what becomes of it. We send you a link to confirm your vote.',
  voterName: 'Name',
  checkMail:
    'Your vote counts once you confirm it with the link in our message. If you got one today, its link confirms this vote, too.',
  votes: { one: '{n} vote', other: '{n} votes' },
  voted: ['Thanks, your vote counts', 'Each network has one vote per item. You can take yours back.'],
  withdraw: 'Take back my vote',
  withdrawn: ['Your vote was taken back', 'It no longer counts.'],
  votingClosed: ['Voting is closed', 'You can’t vote for this anymore.'],
  missing: ['Page not found', 'Check the link, or ask the person who sent it.'],
  ended: ['No longer public', 'This page isn’t public anymore.'],
};
