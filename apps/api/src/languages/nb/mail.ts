import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Vi har fått tilbakemeldingen din: ${title}`,
  receivedBy: (account) => `Takk. Dette sendte du til ${account}:`,
  confirm:
    'Vil du vite hva som skjer med den? Bekreft e-postadressen din på siden din. Inntil da får du ingen meldinger om den.',
  confirmLabel: 'Bekreft e-postadresse',
  pageLabel: 'Se tilbakemeldingene dine',
  notYou: 'Hvis du ikke har sendt dette, kan du se bort fra meldingen.',
  linkSubject: (account) => `Tilbakemeldingene dine til ${account}`,
  linkFor: (account) =>
    `Lenken åpner siden med tilbakemeldingene dine til ${account}. Ikke del den med andre.`,
  copyLink: 'Hvis knappen ikke virker, kan du kopiere denne lenken til nettleseren:',
  reason: (account) =>
    `Du får denne meldingen fordi denne e-postadressen ble oppgitt med en tilbakemelding til ${account}.`,
  unsubscribe: (account) => `Ingen flere meldinger fra ${account}`,
};
