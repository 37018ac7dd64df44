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
  changelog: 'Lista zmian',
  changelogOf: (account) => `Lista zmian – ${account}`,
  emptyChangelog: 'Nie ma jeszcze zmian.',
  olderChanges: 'Starsze zmiany',
  newChanges: { one: '{n} nowa', few: '{n} nowe', many: '{n} nowych', other: '{n} nowej' },
  aboutItems: 'Czego to dotyczy',
  subscribeHint: 'Otrzymuj e-mail o każdej zmianie. Wyślemy Ci link do potwierdzenia.',
  subscribe: 'Subskrybuj',
  subscribeSent:
    'Jeśli nie masz jeszcze subskrypcji, wiadomość z linkiem jest w drodze. Potwierdź nim subskrypcję.',
  similar: 'Już w planie rozwoju:',
  isItThis: [
    'Czy o to Ci chodzi?',
    'To już jest w planie rozwoju. Jeśli o to Ci chodzi, nie musisz niczego wysyłać.',
  ],
  sendAnyway: 'Nie, wyślij moją opinię',
  vote: 'Zagłosuj',
  voterHint:
    'Jeśli podasz adres e-mail, dowiesz się, co się z tym stanie. Wyślemy Ci link do potwierdzenia głosu.',
  voterName: 'Imię i nazwisko',
  checkMail:
    'Twój głos będzie się liczyć, gdy potwierdzisz go linkiem z naszej wiadomości. Jeśli dziś już jedną otrzymano, jej link potwierdza także ten głos.',
  votes: { one: '{n} głos', few: '{n} głosy', many: '{n} głosów', other: '{n} głosu' },
  voted: ['Dziękujemy, Twój głos się liczy', 'Każda sieć ma jeden głos na pozycję. Możesz wycofać swój.'],
  withdraw: 'Wycofaj mój głos',
  withdrawn: ['Twój głos został wycofany', 'Już się nie liczy.'],
  votingClosed: ['Głosowanie zakończone', 'Na tę pozycję nie można już głosować.'],
  missing: ['Nie znaleziono strony', 'Sprawdź link albo zapytaj osobę, która go wysłała.'],
  ended: ['Ta strona nie jest już publiczna', 'Nie jest już widoczna dla odwiedzających.'],
};
