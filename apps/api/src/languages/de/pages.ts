import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap von ${account}`,
  statuses: {
    new: 'In Prüfung',
    planned: 'Geplant',
    building: 'In Arbeit',
    shipped: 'Umgesetzt',
    declined: 'Abgelehnt',
  },
  emptyColumn: 'Hier ist zurzeit nichts.',
  recently: 'In den letzten 90 Tagen',
  requests: { one: 'Von {n} Person gewünscht', other: 'Von {n} Personen gewünscht' },
  moved: (when) => `Status ${when} geändert`,
  progress: 'Verlauf',
  feed: 'Feed',
  changelog: 'Änderungen',
  changelogOf: (account) => `Änderungen bei ${account}`,
  emptyChangelog: 'Noch keine Änderungen.',
  olderChanges: 'Ältere Änderungen',
  newChanges: { one: '{n} neue', other: '{n} neue' },
  aboutItems: 'Worum es geht',
  subscribeHint:
    'Erhalten Sie eine E-Mail zu jeder Änderung. Wir senden Ihnen einen Link, mit dem Sie das bestätigen.',
  subscribe: 'Abonnieren',
  subscribeSent:
    'Wenn Sie noch kein Abonnement haben, ist eine Nachricht mit einem Link unterwegs. Bestätigen Sie Ihr Abonnement damit.',
  similar: 'Schon auf der Roadmap:',
  isItThis: [
    'Meinen Sie das hier?',
    'Das steht schon auf der Roadmap. Wenn Sie das meinen, brauchen Sie nichts zu senden.',
  ],
  sendAnyway: 'Nein, Feedback senden',
  vote: 'Abstimmen',
  voterHint:
    'Mit Ihrer E-Mail-Adresse erfahren Sie, was daraus wird. Wir senden Ihnen einen Link, mit dem Sie Ihre Stimme bestätigen.',
  voterName: 'Name',
  checkMail:
    'Ihre Stimme zählt, sobald Sie sie über den Link in unserer Nachricht bestätigen. Wenn Sie heute schon eine Nachricht bekommen haben, bestätigen Sie mit deren Link auch diese Stimme.',
  votes: { one: '{n} Stimme', other: '{n} Stimmen' },
  voted: [
    'Danke, Ihre Stimme zählt',
    'Jedes Netzwerk hat eine Stimme pro Eintrag. Sie können Ihre zurücknehmen.',
  ],
  withdraw: 'Stimme zurücknehmen',
  withdrawn: ['Ihre Stimme wurde zurückgenommen', 'Sie zählt nicht mehr.'],
  votingClosed: ['Die Abstimmung ist beendet', 'Hierfür kann nicht mehr abgestimmt werden.'],
  missing: [
    'Seite nicht gefunden',
    'Prüfen Sie den Link, oder fragen Sie die Person, von der Sie ihn haben.',
  ],
  ended: ['Diese Seite ist nicht mehr öffentlich', 'Sie lässt sich nicht mehr aufrufen.'],
};
