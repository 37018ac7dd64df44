import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Ihr Feedback ist angekommen: ${title}`,
  receivedBy: (account) => `Danke. Das haben Sie an ${account} gesendet:`,
  confirm:
    'Möchten Sie wissen, was daraus wird? Bestätigen Sie Ihre E-Mail-Adresse auf Ihrer Seite. Bis dahin bekommen Sie keine Nachrichten darüber.',
  confirmLabel: 'E-Mail-Adresse bestätigen',
  pageLabel: 'Ihr Feedback ansehen',
  notYou: 'Wenn Sie das nicht gesendet haben, ignorieren Sie diese Nachricht.',
  linkSubject: (account) => `Ihr Feedback für ${account}`,
  linkFor: (account) =>
    `Dieser Link öffnet die Seite mit Ihrem Feedback für ${account}. Geben Sie ihn nicht weiter.`,
  copyLink: 'Falls der Button nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
  reason: (account) =>
    `Sie bekommen diese Nachricht, weil diese E-Mail-Adresse mit Feedback für ${account} angegeben wurde.`,
  unsubscribe: (account) => `Keine Nachrichten mehr von ${account}`,
};
