/** Texts of the settings of public pages. */
export const roadmap = {
  title: 'Roadmap',
  lead: 'The public page that shows what you plan and what you have shipped.',
  loading: 'Loading the roadmap settings',
  form: 'Roadmap settings',
  /** As visitors see them. */
  statuses: {
    new: 'Under review',
    planned: 'Planned',
    building: 'Building',
    shipped: 'Shipped',
    declined: 'Declined',
  },
  availability: {
    title: 'Availability',
    label: 'Show the roadmap',
    on: 'Anyone with the link can see it.',
    off: 'Visitors can’t see it.',
    copy: 'Copy link',
    open: 'View roadmap',
    hint: 'The roadmap shows the items that you publish. To publish one, open it in the inbox and choose “Publish…”.',
  },
  embed: {
    snippet: 'To show the roadmap in your own site, paste this code where it belongs.',
    code: 'Roadmap snippet',
    copy: 'Copy snippet',
    policy: (origin: string) =>
      `If your site has a Content Security Policy, add ${origin} to script-src and connect-src.`,
  },
  content: {
    title: 'Content',
    statuses: 'Statuses',
    statusesHint: 'Declined items have only a page of their own.',
    counts: 'Counts',
    countOptions: {
      none: { label: 'None', hint: 'Visitors don’t see how many people ask for an item.' },
      confirmed: { label: 'People who asked', hint: 'Each item shows how many people ask for it.' },
      all: {
        label: 'People and votes',
        hint: 'Each item shows how many people ask for it, and how many votes it has.',
      },
    },
    introduction: 'Introduction (optional)',
    introductionHint: 'Shown above the items.',
  },
  votes: {
    title: 'Votes',
    label: 'Let visitors vote',
    on: 'Visitors can vote for items that are under review, planned, or being built. A network has one vote per item.',
    off: 'Pages of items have no button to vote.',
  },
  search: {
    title: 'Search engines',
    label: 'Allow search engines',
    on: 'Search engines can list the roadmap and the pages of public items.',
    off: 'Search engines are asked not to list these pages.',
  },
  unmoved: {
    title: 'Not moved for 60 days',
    hint: 'Visitors see when a card moved. Move these on, or remove them from the roadmap if the plan has changed.',
  },
  errors: {
    statuses: 'Choose at least one status.',
    tooLong: (max: number) => `Use ${max.toLocaleString('en')} characters or fewer.`,
  },
};
