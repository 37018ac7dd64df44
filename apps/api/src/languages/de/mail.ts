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
  confirmVote: 'Stimme bestätigen',
  confirmVotes: { other: '{n} Stimmen bestätigen' },
  votedFor: (account) => `Danke. Dafür haben Sie bei ${account} gestimmt:`,
  more: { one: 'und {n} weiterer Eintrag', other: 'und {n} weitere Einträge' },
  voteCounts:
    'Ihre Stimme zählt erst, wenn Sie sie auf Ihrer Seite bestätigen. Danach bekommen Sie eine Nachricht, wenn sich etwas ändert. Sie können das jederzeit beenden.',
  notYouVoted: 'Wenn Sie nicht abgestimmt haben, ignorieren Sie diese Nachricht. Dann wird nichts gezählt.',
  votedReason: (account) =>
    `Sie bekommen diese Nachricht, weil bei ${account} mit dieser E-Mail-Adresse abgestimmt wurde.`,
  updates: {
    new: 'Wir prüfen das noch einmal. Entschieden ist noch nichts.',
    planned: 'Wir haben entschieden, das umzusetzen. Es ist jetzt eingeplant.',
    building: 'Wir haben mit der Arbeit daran begonnen.',
    shipped: 'Das ist jetzt umgesetzt. Danke, Ihr Feedback hat dazu beigetragen.',
    declined:
      'Wir haben entschieden, das nicht umzusetzen. Vielleicht hatten Sie sich etwas anderes erhofft. Danke, dass Sie uns gesagt haben, was Ihnen wichtig ist.',
  },
  cardLabel: 'Details ansehen',
  entryLabel: 'Weiterlesen',
  entryReason: (account) =>
    `Sie bekommen diese Nachricht, weil Sie Feedback für ${account} verfolgen oder die Änderungen abonniert haben.`,
  subscriptionSubject: (account) => `Bestätigen Sie Ihr Abonnement: Änderungen bei ${account}`,
  subscriptionFor: (account) =>
    `Diese E-Mail-Adresse wurde angegeben, um eine Nachricht zu jeder Änderung bei ${account} zu bekommen. Sie bekommen sie, sobald Sie das bestätigen.`,
  notYouSubscribed:
    'Wenn Sie das nicht wollten, ignorieren Sie diese Nachricht. Dann bekommen Sie keine weiteren.',
  subscriptionReason: (account) =>
    `Sie bekommen diese Nachricht, weil diese E-Mail-Adresse bei den Änderungen von ${account} angegeben wurde.`,
  updateReason: (account) =>
    `Sie bekommen diese Nachricht, weil Sie wissen wollten, was aus Ihrem Feedback für ${account} wird.`,
};
