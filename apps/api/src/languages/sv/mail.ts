import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Vi har fått din feedback: ${title}`,
  receivedBy: (account) => `Tack. Det här skickade du till ${account}:`,
  confirm:
    'Vill du veta vad som händer med den? Bekräfta din e-postadress på din sida. Till dess får du inga meddelanden om den.',
  confirmLabel: 'Bekräfta e-postadress',
  pageLabel: 'Visa din feedback',
  notYou: 'Om du inte har skickat det här kan du bortse från meddelandet.',
  linkSubject: (account) => `Din feedback till ${account}`,
  linkFor: (account) => `Länken öppnar sidan med din feedback till ${account}. Dela den inte med andra.`,
  copyLink: 'Om knappen inte fungerar kan du kopiera länken till din webbläsare:',
  reason: (account) =>
    `Du får det här meddelandet eftersom e-postadressen angavs med feedback till ${account}.`,
  unsubscribe: (account) => `Inga fler meddelanden från ${account}`,
  confirmVote: 'Bekräfta din röst',
  confirmVotes: { other: 'Bekräfta dina {n} röster' },
  votedFor: (account) => `Tack. Det här röstade du på hos ${account}:`,
  more: { one: 'och {n} till', other: 'och {n} till' },
  voteCounts:
    'Din röst räknas först när du bekräftar den på din sida. Därefter får du ett meddelande när något ändras. Du kan avsluta det när som helst.',
  notYouVoted: 'Om du inte har röstat kan du bortse från meddelandet. Då räknas ingenting.',
  votedReason: (account) =>
    `Du får det här meddelandet eftersom någon röstade hos ${account} med e-postadressen.`,
  updates: {
    new: 'Vi överväger det här på nytt. Inget är bestämt ännu.',
    planned: 'Vi har bestämt oss för att göra det här. Nu är det planerat.',
    building: 'Vi har börjat arbeta med det här.',
    shipped: 'Det här är klart. Tack, din feedback hjälpte oss.',
    declined:
      'Vi har bestämt oss för att inte göra det här. Du kanske hade hoppats på ett annat svar. Tack för att du berättade vad som är viktigt för dig.',
  },
  cardLabel: 'Visa detaljer',
  entryLabel: 'Läs mer',
  entryReason: (account) =>
    `Du får det här meddelandet eftersom du följer feedback till ${account} eller prenumererar på ändringsloggen.`,
  subscriptionSubject: (account) => `Bekräfta din prenumeration: Ändringslogg för ${account}`,
  subscriptionFor: (account) =>
    `Den här e-postadressen angavs för att få ett meddelande om varje ändring hos ${account}. Du får meddelandena när du har bekräftat det.`,
  notYouSubscribed: 'Om du inte har bett om det här kan du bortse från meddelandet. Då får du inga fler.',
  subscriptionReason: (account) =>
    `Du får det här meddelandet eftersom e-postadressen angavs på sidan med ändringsloggen för ${account}.`,
  updateReason: (account) =>
    `Du får det här meddelandet eftersom du ville veta vad som händer med din feedback till ${account}.`,
};
