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
  missing: ['Pagina niet gevonden', 'Controleer de link of vraag het aan degene die hem stuurde.'],
  ended: ['Deze pagina is niet meer openbaar', 'Bezoekers kunnen de pagina niet meer zien.'],
};
