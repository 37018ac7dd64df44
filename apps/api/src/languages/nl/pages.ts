import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap van ${account}`,
  statuses: {
    new: 'In overweging',
    planned: 'Gepland',
    building: 'In ontwikkeling',
    shipped: 'Uitgebracht',
    declined: 'Afgewezen',
  },
  emptyColumn: 'Op dit moment niets.',
  recently: 'In de afgelopen 90 dagen',
  requests: { one: 'Gevraagd door {n} persoon', other: 'Gevraagd door {n} mensen' },
  moved: (when) => `Status ${when} gewijzigd`,
  progress: 'Voortgang',
  feed: 'Feed',
  similar: 'Staat al op de roadmap:',
  isItThis: ['Bedoel je dit?', 'Dit staat al op de roadmap. Als je dit bedoelt, hoef je niets te sturen.'],
  sendAnyway: 'Nee, mijn feedback versturen',
  vote: 'Stemmen',
  voterHint: 'Met je e-mailadres hoor je wat ermee gebeurt. We sturen je een link om je stem te bevestigen.',
  voterName: 'Naam',
  checkMail:
    'Je stem telt mee zodra je die bevestigt met de link in ons bericht. Heb je er vandaag al een gekregen? Met die link bevestig je ook deze stem.',
  votes: { one: '{n} stem', other: '{n} stemmen' },
  voted: [
    'Bedankt, je stem telt mee',
    'Elk netwerk heeft één stem per onderwerp. Je kunt je stem intrekken.',
  ],
  withdraw: 'Mijn stem intrekken',
  withdrawn: ['Je stem is ingetrokken', 'Die telt niet meer mee.'],
  votingClosed: ['De stemming is gesloten', 'Je kunt hier niet meer op stemmen.'],
  missing: ['Pagina niet gevonden', 'Controleer de link of vraag het aan degene die hem stuurde.'],
  ended: ['Deze pagina is niet meer openbaar', 'Bezoekers kunnen de pagina niet meer zien.'],
};
