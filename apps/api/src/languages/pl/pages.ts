import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Plan rozwoju',
  roadmapOf: (account) => `Plan rozwoju – ${account}`,
  statuses: {
    new: 'Rozważane',
    planned: 'Planowane',
    building: 'W realizacji',
    shipped: 'Wdrożone',
    declined: 'Odrzucone',
  },
  emptyColumn: 'Na razie nic tu nie ma.',
  recently: 'W ciągu ostatnich 90 dni',
  requests: {
    one: 'Poprosiła o to {n} osoba',
    few: 'Poprosiły o to {n} osoby',
    many: 'Poprosiło o to {n} osób',
    other: 'Poprosiło o to {n} osoby',
  },
  moved: (when) => `Status zmieniono ${when}`,
  progress: 'Postępy',
  feed: 'Kanał aktualności',
  similar: 'Już w planie rozwoju:',
  isItThis: [
    'Czy o to Ci chodzi?',
    'To już jest w planie rozwoju. Jeśli o to Ci chodzi, nie musisz niczego wysyłać.',
  ],
  sendAnyway: 'Nie, wyślij moją opinię',
  missing: ['Nie znaleziono strony', 'Sprawdź link albo zapytaj osobę, która go wysłała.'],
  ended: ['Ta strona nie jest już publiczna', 'Nie jest już widoczna dla odwiedzających.'],
};
