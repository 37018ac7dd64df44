import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap för ${account}`,
  statuses: {
    new: 'Under utvärdering',
    planned: 'Planerat',
    building: 'Under utveckling',
    shipped: 'Lanserat',
    declined: 'Avvisat',
  },
  emptyColumn: 'Inget just nu.',
  recently: 'De senaste 90 dagarna',
  requests: { one: 'Önskat av {n} person', other: 'Önskat av {n} personer' },
  moved: (when) => `Statusen ändrades ${when}`,
  progress: 'Historik',
  feed: 'Flöde',
  changelog: 'Ändringslogg',
  changelogOf: (account) => `Ändringslogg för ${account}`,
  emptyChangelog: 'Inga ändringar än.',
  olderChanges: 'Äldre ändringar',
  newChanges: { one: '{n} ny', other: '{n} nya' },
  aboutItems: 'Vad det handlar om',
  subscribeHint: 'Få ett e-postmeddelande om varje ändring. Vi skickar en länk för att bekräfta det.',
  subscribe: 'Prenumerera',
  subscribeSent:
    'Om du inte prenumererar än är ett meddelande med en länk på väg. Bekräfta din prenumeration med den.',
  similar: 'Finns redan i vår roadmap:',
  isItThis: [
    'Är det detta du menar?',
    'Det finns redan i vår roadmap. Om det är detta du menar behöver du inte skicka något.',
  ],
  sendAnyway: 'Nej, skicka min feedback',
  vote: 'Rösta',
  voterHint:
    'Med din e-postadress får du veta vad som händer med det. Vi skickar en länk för att bekräfta din röst.',
  voterName: 'Namn',
  checkMail:
    'Din röst räknas när du har bekräftat den med länken i vårt meddelande. Om du redan har fått ett i dag bekräftar länken där även den här rösten.',
  votes: { one: '{n} röst', other: '{n} röster' },
  voted: ['Tack, din röst räknas', 'Varje nätverk har en röst per förslag. Du kan ta tillbaka din.'],
  withdraw: 'Ta tillbaka min röst',
  withdrawn: ['Din röst har tagits tillbaka', 'Den räknas inte längre.'],
  votingClosed: ['Omröstningen är stängd', 'Det går inte längre att rösta på det här.'],
  missing: ['Sidan hittades inte', 'Kontrollera länken eller fråga den som skickade den.'],
  ended: ['Sidan är inte längre offentlig', 'Den visas inte längre för besökare.'],
};
