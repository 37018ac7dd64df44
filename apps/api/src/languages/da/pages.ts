import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap for ${account}`,
  statuses: {
    new: 'Under overvejelse',
    planned: 'Planlagt',
    building: 'Under udvikling',
    shipped: 'Lanceret',
    declined: 'Afvist',
  },
  emptyColumn: 'Ikke noget lige nu.',
  recently: 'De seneste 90 dage',
  requests: { one: 'Ønsket af {n} person', other: 'Ønsket af {n} personer' },
  moved: (when) => `Status ændret ${when}`,
  progress: 'Forløb',
  feed: 'Feed',
  changelog: 'Ændringslog',
  changelogOf: (account) => `Ændringslog for ${account}`,
  emptyChangelog: 'Ingen ændringer endnu.',
  olderChanges: 'Ældre ændringer',
  newChanges: { one: '{n} ny', other: '{n} nye' },
  aboutItems: 'Hvad det handler om',
  subscribeHint: 'Få en e-mail om hver ændring. Vi sender dig et link, så du kan bekræfte det.',
  subscribe: 'Abonner',
  subscribeSent:
    'Hvis du ikke abonnerer endnu, er en besked med et link på vej. Bekræft dit abonnement med det.',
  similar: 'Allerede på vores roadmap:',
  isItThis: [
    'Er det det her, du mener?',
    'Det er allerede på vores roadmap. Hvis det er det, du mener, behøver du ikke sende noget.',
  ],
  sendAnyway: 'Nej, send min feedback',
  vote: 'Stem',
  voterHint:
    'Med din e-mailadresse hører du, hvad der sker med det. Vi sender dig et link, så du kan bekræfte din stemme.',
  voterName: 'Navn',
  checkMail:
    'Din stemme tæller, når du bekræfter den med linket i vores besked. Hvis du allerede har fået en i dag, bekræfter linket i den også denne stemme.',
  votes: { one: '{n} stemme', other: '{n} stemmer' },
  voted: ['Tak, din stemme tæller', 'Hvert netværk har én stemme pr. forslag. Du kan trække din tilbage.'],
  withdraw: 'Træk min stemme tilbage',
  withdrawn: ['Din stemme er trukket tilbage', 'Den tæller ikke længere.'],
  votingClosed: ['Afstemningen er lukket', 'Du kan ikke længere stemme på dette.'],
  missing: ['Siden blev ikke fundet', 'Tjek linket, eller spørg den, der sendte det.'],
  ended: ['Siden er ikke længere offentlig', 'Den kan ikke længere ses af besøgende.'],
};
