import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Twoje opinie',
  ask: [
    'Chcesz wiedzieć, co się z nimi stanie?',
    'Po potwierdzeniu otrzymasz wiadomość, gdy coś się zmieni. Możesz z tego zrezygnować w każdej chwili.',
  ],
  confirm: 'Tak, wysyłajcie mi wiadomości',
  on: 'Otrzymujesz wiadomości o swoich opiniach.',
  off: 'Nie otrzymujesz żadnych wiadomości.',
  votes: ['Potwierdź swoje głosy', 'Liczą się po potwierdzeniu. Odrzuć te, które nie są Twoje.'],
  confirmVotes: 'Potwierdź głosy',
  discard: 'Odrzuć',
  since: (date) => `Od ${date}`,
  unnamed: 'Opinia zapisana w Twoim imieniu',
  stop: 'Nie wysyłajcie wiadomości na ten temat',
  follow: 'Wysyłajcie wiadomości na ten temat',
  subscription: [
    'Subskrybować listę zmian?',
    'Po potwierdzeniu będziesz otrzymywać e-mail o każdej zmianie. Możesz z tego zrezygnować w każdej chwili.',
  ],
  subscribed: 'Otrzymujesz e-mail o każdej zmianie.',
  unsubscribe: 'Zakończ subskrypcję',
  stopAll: 'Zatrzymaj wszystkie wiadomości',
  startAll: 'Włącz wiadomości ponownie',
  empty: 'Nic tu nie ma.',
  data: 'Twoje dane',
  download: 'Pobierz moje dane',
  erase: 'Usuń moje dane',
  eraseHeading: 'Usunąć Twoje dane?',
  eraseText: (account) =>
    `Twój adres e-mail zostanie usunięty ze wszystkich opinii dla zespołu ${account}. Treść opinii pozostanie bez adresu. Nie otrzymasz więcej wiadomości, a ta strona przestanie działać. Nie można tego cofnąć.`,
  back: 'Wróć',
  erasedHeading: 'Twoje dane zostały usunięte',
  erasedText: (account) =>
    `Twój adres e-mail nie jest już zapisany przy żadnej opinii dla zespołu ${account}.`,
  linkHeading: 'Uzyskaj swój link',
  linkText:
    'Wpisz adres e-mail podany wraz z opinią. Jeśli jest tu znany, otrzymasz wiadomość z linkiem do swojej strony.',
  sendLink: 'Wyślij link',
  linkSent: ['Sprawdź skrzynkę', 'Jeśli Twój adres e-mail jest tu znany, wiadomość z linkiem jest w drodze.'],
  noMail: 'Ta usługa nie wysyła wiadomości.',
  bookmark: 'Zapisz ten link w zakładkach, aby zobaczyć, co się stanie z Twoją opinią:',
};
