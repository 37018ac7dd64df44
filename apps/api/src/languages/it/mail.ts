import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Abbiamo ricevuto il tuo feedback: ${title}`,
  receivedBy: (account) => `Grazie. Ecco cosa hai inviato a ${account}:`,
  confirm:
    'Vuoi sapere che cosa ne sarà? Conferma il tuo indirizzo e-mail sulla tua pagina. Fino ad allora non riceverai messaggi al riguardo.',
  confirmLabel: 'Conferma indirizzo e-mail',
  pageLabel: 'Vedi i tuoi feedback',
  notYou: 'Se non l’hai inviato tu, ignora questo messaggio.',
  linkSubject: (account) => `I tuoi feedback per ${account}`,
  linkFor: (account) => `Questo link apre la pagina con i tuoi feedback per ${account}. Non condividerlo.`,
  copyLink: 'Se il pulsante non funziona, copia questo link nel browser:',
  reason: (account) =>
    `Ricevi questo messaggio perché questo indirizzo e-mail è stato indicato con un feedback per ${account}.`,
  unsubscribe: (account) => `Non ricevere più messaggi da ${account}`,
};
