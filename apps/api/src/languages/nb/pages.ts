import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Veikart',
  roadmapOf: (account) => `Veikart for ${account}`,
  statuses: {
    new: 'Under vurdering',
    planned: 'Planlagt',
    building: 'Under utvikling',
    shipped: 'Lansert',
    declined: 'Avslått',
  },
  emptyColumn: 'Ingenting akkurat nå.',
  recently: 'De siste 90 dagene',
  requests: { one: 'Ønsket av {n} person', other: 'Ønsket av {n} personer' },
  moved: (when) => `Status endret ${when}`,
  progress: 'Fremdrift',
  feed: 'Feed',
  changelog: 'Endringslogg',
  changelogOf: (account) => `Endringslogg for ${account}`,
  emptyChangelog: 'Ingen endringer ennå.',
  olderChanges: 'Eldre endringer',
  newChanges: { one: '{n} ny', other: '{n} nye' },
  aboutItems: 'Hva det handler om',
  subscribeHint: 'Få en e-post om hver endring. Vi sender deg en lenke for å bekrefte det.',
  subscribe: 'Abonner',
  subscribeSent:
    'Hvis du ikke abonnerer ennå, er en melding med en lenke på vei. Bekreft abonnementet med den.',
  similar: 'Finnes allerede i veikartet:',
  isItThis: [
    'Er det dette du mener?',
    'Det ligger allerede i veikartet. Hvis det er dette du mener, trenger du ikke å sende noe.',
  ],
  sendAnyway: 'Nei, send tilbakemeldingen min',
  vote: 'Stem',
  voterHint:
    'Med e-postadressen din får du vite hva som skjer med det. Vi sender deg en lenke for å bekrefte stemmen.',
  voterName: 'Navn',
  checkMail:
    'Stemmen din teller når du bekrefter den med lenken i meldingen vår. Hvis du allerede har fått en i dag, bekrefter lenken i den også denne stemmen.',
  votes: { one: '{n} stemme', other: '{n} stemmer' },
  voted: ['Takk, stemmen din teller', 'Hvert nettverk har én stemme per forslag. Du kan trekke din tilbake.'],
  withdraw: 'Trekk tilbake stemmen min',
  withdrawn: ['Stemmen din er trukket tilbake', 'Den teller ikke lenger.'],
  votingClosed: ['Avstemningen er avsluttet', 'Du kan ikke lenger stemme på dette.'],
  missing: ['Fant ikke siden', 'Sjekk lenken, eller spør den som sendte den.'],
  ended: ['Siden er ikke lenger offentlig', 'Den er ikke lenger synlig for besøkende.'],
};
