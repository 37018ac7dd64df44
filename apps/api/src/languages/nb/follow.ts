import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Tilbakemeldingene dine',
  ask: [
    'Vil du vite hva som skjer med dem?',
    'Hvis du bekrefter, får du en melding når noe endrer seg. Du kan stoppe det når som helst.',
  ],
  confirm: 'Ja, send meg meldinger',
  on: 'Du får meldinger om tilbakemeldingene dine.',
  off: 'Du får ingen meldinger.',
  votes: ['Bekreft stemmene dine', 'De teller når du bekrefter dem. Fjern dem som ikke er dine.'],
  confirmVotes: 'Bekreft stemmer',
  discard: 'Fjern',
  since: (date) => `Siden ${date}`,
  unnamed: 'Tilbakemelding som er notert for deg',
  stop: 'Ingen flere meldinger om dette',
  follow: 'Send meg meldinger om dette',
  subscription: [
    'Vil du abonnere på endringsloggen?',
    'Hvis du bekrefter, får du en e-post om hver endring. Du kan stoppe det når som helst.',
  ],
  subscribed: 'Du får en e-post om hver endring.',
  unsubscribe: 'Avslutt abonnementet',
  stopAll: 'Stopp alle meldinger',
  startAll: 'Slå på meldinger igjen',
  empty: 'Her er det ingenting.',
  data: 'Dataene dine',
  download: 'Last ned dataene mine',
  erase: 'Slett dataene mine',
  eraseHeading: 'Vil du slette dataene dine?',
  eraseText: (account) =>
    `E-postadressen din fjernes fra alle tilbakemeldinger til ${account}. Det du har skrevet, blir stående uten adressen din. Du får ingen flere meldinger, og denne siden slutter å virke. Dette kan ikke angres.`,
  back: 'Tilbake',
  erasedHeading: 'Dataene dine er slettet',
  erasedText: (account) => `E-postadressen din er ikke lenger lagret med noen tilbakemelding til ${account}.`,
  linkHeading: 'Få lenken din',
  linkText:
    'Skriv inn e-postadressen du oppga med tilbakemeldingen. Hvis den er kjent her, får du en melding med en lenke til siden din.',
  sendLink: 'Send lenke',
  linkSent: ['Se i innboksen', 'Hvis e-postadressen din er kjent her, er en melding med en lenke på vei.'],
  noMail: 'Denne tjenesten sender ingen meldinger.',
  bookmark: 'Lagre denne lenken som bokmerke for å se hva som skjer med tilbakemeldingen:',
};
