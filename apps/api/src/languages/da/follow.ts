import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Din feedback',
  ask: [
    'Vil du vide, hvad der sker med den?',
    'Hvis du bekræfter, får du en besked, når noget ændrer sig. Du kan stoppe det når som helst.',
  ],
  confirm: 'Ja, send mig beskeder',
  on: 'Du får beskeder om din feedback.',
  off: 'Du får ingen beskeder.',
  votes: ['Bekræft dine stemmer', 'De tæller, når du bekræfter dem. Fjern dem, der ikke er dine.'],
  confirmVotes: 'Bekræft stemmer',
  discard: 'Fjern',
  since: (date) => `Siden ${date}`,
  unnamed: 'Feedback, der er noteret for dig',
  stop: 'Ingen flere beskeder om dette',
  follow: 'Send mig beskeder om dette',
  subscription: [
    'Vil du abonnere på ændringsloggen?',
    'Hvis du bekræfter, får du en e-mail om hver ændring. Du kan stoppe det når som helst.',
  ],
  subscribed: 'Du får en e-mail om hver ændring.',
  unsubscribe: 'Afslut abonnementet',
  stopAll: 'Stop alle beskeder',
  startAll: 'Slå beskeder til igen',
  empty: 'Her er ikke noget.',
  data: 'Dine data',
  download: 'Download mine data',
  erase: 'Slet mine data',
  eraseHeading: 'Vil du slette dine data?',
  eraseText: (account) =>
    `Din e-mailadresse fjernes fra al feedback til ${account}. Det, du har skrevet, bliver stående uden din adresse. Du får ikke flere beskeder, og denne side holder op med at virke. Det kan ikke fortrydes.`,
  back: 'Tilbage',
  erasedHeading: 'Dine data er slettet',
  erasedText: (account) => `Din e-mailadresse er ikke længere gemt sammen med feedback til ${account}.`,
  linkHeading: 'Få dit link',
  linkText:
    'Indtast den e-mailadresse, som du oplyste sammen med din feedback. Hvis den er kendt her, får du en besked med et link til din side.',
  sendLink: 'Send link',
  linkSent: ['Se i din indbakke', 'Hvis din e-mailadresse er kendt her, er en besked med et link på vej.'],
  noMail: 'Denne tjeneste sender ingen beskeder.',
  bookmark: 'Gem dette link som bogmærke for at se, hvad der sker med din feedback:',
};
