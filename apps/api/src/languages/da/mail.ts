import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Vi har modtaget din feedback: ${title}`,
  receivedBy: (account) => `Tak. Det her sendte du til ${account}:`,
  confirm:
    'Vil du vide, hvad der sker med den? Bekræft din e-mailadresse på din side. Indtil da får du ingen beskeder om den.',
  confirmLabel: 'Bekræft e-mailadresse',
  pageLabel: 'Se din feedback',
  notYou: 'Hvis du ikke har sendt dette, kan du se bort fra beskeden.',
  linkSubject: (account) => `Din feedback til ${account}`,
  linkFor: (account) => `Linket åbner siden med din feedback til ${account}. Del det ikke med andre.`,
  copyLink: 'Hvis knappen ikke virker, kan du kopiere dette link til din browser:',
  reason: (account) =>
    `Du får denne besked, fordi denne e-mailadresse blev oplyst sammen med feedback til ${account}.`,
  unsubscribe: (account) => `Ingen flere beskeder fra ${account}`,
  confirmVote: 'Bekræft din stemme',
  confirmVotes: { other: 'Bekræft dine {n} stemmer' },
  votedFor: (account) => `Tak. Det her stemte du på hos ${account}:`,
  more: { one: 'og {n} til', other: 'og {n} til' },
  voteCounts:
    'Din stemme tæller først, når du bekræfter den på din side. Derefter får du en besked, når noget ændrer sig. Du kan til enhver tid stoppe beskederne.',
  notYouVoted: 'Hvis du ikke har stemt, kan du se bort fra beskeden. Så tæller intet med.',
  votedReason: (account) => `Du får denne besked, fordi nogen stemte hos ${account} med denne e-mailadresse.`,
  updates: {
    new: 'Vi overvejer det igen. Intet er besluttet endnu.',
    planned: 'Vi har besluttet at gøre det. Nu er det planlagt.',
    building: 'Vi er gået i gang med det.',
    shipped: 'Det er klar nu. Tak, din feedback hjalp os.',
    declined:
      'Vi har besluttet ikke at gøre det. Du havde måske håbet på et andet svar. Tak, fordi du fortalte os, hvad der er vigtigt for dig.',
  },
  cardLabel: 'Se detaljer',
  entryLabel: 'Læs mere',
  entryReason: (account) =>
    `Du får denne besked, fordi du følger feedback til ${account} eller abonnerer på ændringsloggen.`,
  subscriptionSubject: (account) => `Bekræft dit abonnement: Ændringslog for ${account}`,
  subscriptionFor: (account) =>
    `Denne e-mailadresse blev oplyst for at få en besked om hver ændring hos ${account}. Du får beskederne, når du bekræfter det.`,
  notYouSubscribed: 'Hvis du ikke har bedt om det, kan du se bort fra beskeden. Så får du ikke flere.',
  subscriptionReason: (account) =>
    `Du får denne besked, fordi denne e-mailadresse blev oplyst på siden med ændringsloggen for ${account}.`,
  updateReason: (account) =>
    `Du får denne besked, fordi du ville vide, hvad der sker med din feedback til ${account}.`,
};
