import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Ihr Feedback',
  ask: [
    'Möchten Sie wissen, was daraus wird?',
    'Wenn Sie bestätigen, bekommen Sie eine Nachricht, sobald sich etwas ändert. Sie können das jederzeit beenden.',
  ],
  confirm: 'Ja, benachrichtigen Sie mich',
  on: 'Sie bekommen Nachrichten zu Ihrem Feedback.',
  off: 'Sie bekommen keine Nachrichten.',
  votes: [
    'Bestätigen Sie Ihre Stimmen',
    'Sie zählen, sobald Sie sie bestätigen. Verwerfen Sie, was nicht von Ihnen ist.',
  ],
  confirmVotes: 'Stimmen bestätigen',
  discard: 'Verwerfen',
  since: (date) => `Seit ${date}`,
  unnamed: 'Feedback, das für Sie notiert wurde',
  stop: 'Keine Nachrichten mehr dazu',
  follow: 'Nachrichten dazu erhalten',
  subscription: [
    'Änderungen abonnieren?',
    'Wenn Sie bestätigen, bekommen Sie eine E-Mail zu jeder Änderung. Sie können das jederzeit beenden.',
  ],
  subscribed: 'Sie bekommen eine E-Mail zu jeder Änderung.',
  unsubscribe: 'Abonnement beenden',
  stopAll: 'Alle Nachrichten beenden',
  startAll: 'Nachrichten wieder einschalten',
  empty: 'Hier ist nichts.',
  data: 'Ihre Daten',
  download: 'Meine Daten herunterladen',
  erase: 'Meine Daten löschen',
  eraseHeading: 'Ihre Daten löschen?',
  eraseText: (account) =>
    `Ihre E-Mail-Adresse wird aus allem Feedback für ${account} entfernt. Was Sie geschrieben haben, bleibt ohne Ihre Adresse erhalten. Sie bekommen keine Nachrichten mehr, und diese Seite funktioniert nicht mehr. Das lässt sich nicht rückgängig machen.`,
  back: 'Zurück',
  erasedHeading: 'Ihre Daten sind gelöscht',
  erasedText: (account) => `Ihre E-Mail-Adresse ist bei keinem Feedback für ${account} mehr gespeichert.`,
  linkHeading: 'Link anfordern',
  linkText:
    'Geben Sie die E-Mail-Adresse ein, die Sie mit Ihrem Feedback angegeben haben. Wenn sie hier bekannt ist, bekommen Sie eine Nachricht mit einem Link zu Ihrer Seite.',
  sendLink: 'Link senden',
  linkSent: [
    'Sehen Sie in Ihrem Postfach nach',
    'Wenn Ihre E-Mail-Adresse hier bekannt ist, ist eine Nachricht mit einem Link unterwegs.',
  ],
  noMail: 'Dieser Dienst versendet keine Nachrichten.',
  bookmark: 'Speichern Sie diesen Link als Lesezeichen, um zu sehen, was aus Ihrem Feedback wird:',
};
