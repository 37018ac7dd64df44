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
};
