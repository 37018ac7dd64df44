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
  confirmVote: 'Bekreft stemmen din',
  confirmVotes: { other: 'Bekreft de {n} stemmene dine' },
  votedFor: (account) => `Takk. Dette stemte du på hos ${account}:`,
  more: { one: 'og {n} til', other: 'og {n} til' },
  voteCounts:
    'Stemmen din teller først når du bekrefter den på siden din. Deretter får du en melding når noe endrer seg. Du kan stoppe meldingene når som helst.',
  notYouVoted: 'Hvis du ikke har stemt, kan du se bort fra meldingen. Da teller ingenting.',
  votedReason: (account) =>
    `Du får denne meldingen fordi noen stemte hos ${account} med denne e-postadressen.`,
  updates: {
    new: 'Vi vurderer dette på nytt. Ingenting er bestemt ennå.',
    planned: 'Vi har bestemt oss for å gjøre dette. Nå er det planlagt.',
    building: 'Vi har begynt å jobbe med dette.',
    shipped: 'Dette er klart. Takk, tilbakemeldingen din hjalp oss.',
    declined:
      'Vi har bestemt oss for ikke å gjøre dette. Du hadde kanskje håpet på et annet svar. Takk for at du fortalte oss hva som er viktig for deg.',
  },
  cardLabel: 'Se detaljer',
  entryLabel: 'Les mer',
  entryReason: (account) =>
    `Du får denne meldingen fordi du følger tilbakemeldinger til ${account} eller abonnerer på endringsloggen.`,
  subscriptionSubject: (account) => `Bekreft abonnementet ditt: Endringslogg for ${account}`,
  subscriptionFor: (account) =>
    `Denne e-postadressen ble oppgitt for å få en melding om hver endring hos ${account}. Du får meldingene når du bekrefter det.`,
  notYouSubscribed: 'Hvis du ikke har bedt om dette, kan du se bort fra meldingen. Da får du ingen flere.',
  subscriptionReason: (account) =>
    `Du får denne meldingen fordi denne e-postadressen ble oppgitt på siden med endringsloggen for ${account}.`,
  updateReason: (account) =>
    `Du får denne meldingen fordi du ville vite hva som skjer med tilbakemeldingene dine til ${account}.`,
};
