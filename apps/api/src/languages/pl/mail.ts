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
};
