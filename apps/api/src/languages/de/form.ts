import type { FormTexts } from '../form-texts';

export const form: FormTexts = {
  heading: (account) => `Feedback für ${account}`,
  introduction: 'Was fehlt, was klappt nicht, was gefällt Ihnen? Schreiben Sie es uns.',
  fields: { title: 'Titel', description: 'Details', submitter_email: 'E-Mail' },
  optional: '(optional)',
  emailHint: 'Wir nutzen sie nur, um Ihnen zu antworten.',
  honeypot: 'Dieses Feld leer lassen',
  privacy: 'Keine Cookies, kein Tracking.',
  thanksHeading: 'Danke für Ihr Feedback',
  thanks: (account) => `Ihr Feedback ist bei ${account} angekommen.`,
  more: 'Weiteres Feedback senden',
  close: 'Schließen',
  closedHeading: 'Dieses Formular ist geschlossen',
  closed: (account) => `${account} nimmt zurzeit kein Feedback entgegen.`,
  kept: 'Ihr Text ist noch da. Sie können ihn ändern und dann erneut senden.',
  textToCopy: 'Sie können Ihren Text unten kopieren.',
  again: (when) => `Versuchen Sie es ${when} noch einmal.`,
  problem: (heading) => `Fehler: ${heading}`,
  labeled: (label, message) => `${label}: ${message}`,
  failures: {
    identity: [
      'Öffnen Sie dieses Formular in der Anwendung',
      'Das Formular nimmt Feedback nur von Personen an, die in der Anwendung angemeldet sind. Öffnen Sie es dort.',
    ],
    notFound: [
      'Formular nicht gefunden',
      'Prüfen Sie den Link, oder fragen Sie die Person, von der Sie ihn haben.',
    ],
    full: [
      'Dieses Formular hat sein Limit erreicht',
      'Es kann gerade kein Feedback entgegennehmen. Versuchen Sie es später noch einmal.',
    ],
    gone: ['Dieses Formular ist geschlossen', 'Es nimmt zurzeit kein Feedback entgegen.'],
    tooLong: ['Ihr Feedback ist zu lang', 'Gehen Sie zurück, und kürzen Sie es.'],
    tooMany: ['Zu viele Einsendungen', 'Aus Ihrem Netzwerk kamen zu viele Einsendungen.'],
    unavailable: ['Dienst nicht verfügbar', 'Das Formular ist vorübergehend nicht verfügbar.'],
    other: ['Etwas ist schiefgegangen', 'Ihre Anfrage konnte nicht verarbeitet werden.'],
  },
  messages: {
    issues: {
      missing_required_field: 'Dieses Feld ist erforderlich.',
      empty_value: 'Dieses Feld ist erforderlich.',
      too_long: 'Höchstens {max} Zeichen.',
      invalid_format: 'Geben Sie eine gültige E-Mail-Adresse ein.',
      invalid_characters: 'Einige Zeichen werden nicht unterstützt. Bitte entfernen Sie sie.',
      identity_invalid:
        'Wir konnten nicht bestätigen, wer Sie sind. Laden Sie die Seite neu und senden Sie dann noch einmal.',
    },
    send: 'Feedback senden',
    sending: 'Wird gesendet\u00a0…',
    retry: 'Erneut versuchen',
    fix: 'Korrigieren Sie die markierten Felder, und senden Sie dann erneut.',
    left: 'Verbleibende Zeichen: {n}',
    over: 'Zeichen zu viel: {n}',
    offline:
      'Ihr Feedback konnte nicht gesendet werden. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut. Ihr Text ist noch da.',
    unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Ihr Text ist noch da.',
    rateLimit: 'Zu viele Einsendungen. Ihr Text ist noch da. Versuchen Sie es in {time} noch einmal.',
    ready: 'Sie können Ihr Feedback jetzt senden.',
    full: 'Dieses Formular kann gerade kein Feedback entgegennehmen. Versuchen Sie es später noch einmal. Ihr Text ist noch da.',
    closed:
      'Dieses Formular nimmt kein Feedback mehr entgegen. Ihr Text ist noch da, sodass Sie ihn kopieren können.',
    tooLong: 'Ihr Feedback ist zu lang. Kürzen Sie es, und versuchen Sie es erneut.',
    failed: 'Ihr Feedback konnte nicht gesendet werden. Ihr Text ist noch da.',
  },
};
