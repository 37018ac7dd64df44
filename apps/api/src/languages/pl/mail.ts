import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Otrzymaliśmy Twoją opinię: ${title}`,
  receivedBy: (account) => `Dziękujemy. Oto, co wysłano do zespołu ${account}:`,
  confirm:
    'Chcesz wiedzieć, co się z nią stanie? Potwierdź swój adres e-mail na swojej stronie. Do tego czasu nie będziemy wysyłać wiadomości na ten temat.',
  confirmLabel: 'Potwierdź adres e-mail',
  pageLabel: 'Zobacz swoje opinie',
  notYou: 'Jeśli ta opinia nie pochodzi od Ciebie, zignoruj tę wiadomość.',
  linkSubject: (account) => `Twoje opinie dla zespołu ${account}`,
  linkFor: (account) =>
    `Ten link otwiera stronę z Twoimi opiniami dla zespołu ${account}. Nie udostępniaj go innym.`,
  copyLink: 'Jeśli przycisk nie działa, skopiuj ten link do przeglądarki:',
  reason: (account) =>
    `Otrzymujesz tę wiadomość, ponieważ ten adres e-mail podano wraz z opinią dla zespołu ${account}.`,
  unsubscribe: (account) => `Nie chcę więcej wiadomości od zespołu ${account}`,
  confirmVote: 'Potwierdź swój głos',
  confirmVotes: {
    few: 'Potwierdź swoje {n} głosy',
    many: 'Potwierdź swoje {n} głosów',
    other: 'Potwierdź swoje {n} głosu',
  },
  votedFor: (account) => `Dziękujemy. Na stronie zespołu ${account} zagłosowano na:`,
  more: { one: 'i jeszcze {n}', few: 'i jeszcze {n}', many: 'i jeszcze {n}', other: 'i jeszcze {n}' },
  voteCounts:
    'Głosowanie będzie się liczyć dopiero po potwierdzeniu na Twojej stronie. Potem wyślemy wiadomość, gdy coś się zmieni. W każdej chwili możesz z tego zrezygnować.',
  notYouVoted:
    'Jeśli to głosowanie nie pochodzi od Ciebie, zignoruj tę wiadomość. Nic nie zostanie policzone.',
  votedReason: (account) =>
    `Otrzymujesz tę wiadomość, ponieważ podczas głosowania na stronie zespołu ${account} podano ten adres e-mail.`,
  updates: {
    new: 'Rozważamy to ponownie. Nie podjęliśmy jeszcze decyzji.',
    planned: 'Postanowiliśmy to zrobić. Mamy to już w planach.',
    building: 'Zaczęliśmy nad tym pracować.',
    shipped: 'To już gotowe. Dziękujemy, Twoja opinia nam pomogła.',
    declined:
      'Postanowiliśmy tego nie robić. Być może oczekujesz innej odpowiedzi. Dziękujemy za informację o tym, co jest dla Ciebie ważne.',
  },
  cardLabel: 'Zobacz szczegóły',
  entryLabel: 'Czytaj dalej',
  entryReason: (account) =>
    `Otrzymujesz tę wiadomość, ponieważ obserwujesz opinie dla zespołu ${account} lub subskrybujesz jego listę zmian.`,
  subscriptionSubject: (account) => `Potwierdź subskrypcję: lista zmian – ${account}`,
  subscriptionFor: (account) =>
    `Ten adres e-mail podano, aby otrzymywać wiadomości o każdej zmianie od zespołu ${account}. Zaczniemy je wysyłać, gdy to potwierdzisz.`,
  notYouSubscribed: 'Jeśli ta prośba nie pochodzi od Ciebie, zignoruj tę wiadomość. Nie otrzymasz kolejnych.',
  subscriptionReason: (account) =>
    `Otrzymujesz tę wiadomość, ponieważ ten adres e-mail podano na stronie z listą zmian zespołu ${account}.`,
  updateReason: (account) =>
    `Otrzymujesz tę wiadomość, ponieważ chcesz wiedzieć, co się dzieje z Twoimi opiniami dla zespołu ${account}.`,
};
