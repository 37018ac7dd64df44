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
};
