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
  confirmVote: 'Conferma il tuo voto',
  confirmVotes: { other: 'Conferma i tuoi {n} voti' },
  votedFor: (account) => `Grazie. Sulla pagina di ${account} hai votato per:`,
  more: { one: 'e {n} altro', other: 'e altri {n}' },
  voteCounts:
    'Il tuo voto conta solo dopo la conferma sulla tua pagina. Da quel momento ricevi un messaggio quando qualcosa cambia. Puoi disattivare i messaggi quando vuoi.',
  notYouVoted: 'Se non hai votato tu, ignora questo messaggio: non verrà contato nulla.',
  votedReason: (account) =>
    `Ricevi questo messaggio perché qualcuno ha votato sulla pagina di ${account} con questo indirizzo e-mail.`,
  updates: {
    new: 'Lo stiamo valutando di nuovo. Non è ancora deciso nulla.',
    planned: 'Abbiamo deciso di farlo. Ora è pianificato.',
    building: 'Abbiamo iniziato a lavorarci.',
    shipped: 'È pronto. Grazie: il tuo feedback ci ha aiutato.',
    declined:
      'Abbiamo deciso di non farlo. Forse non è la risposta che speravi. Grazie per averci detto che cosa è importante per te.',
  },
  cardLabel: 'Vedi i dettagli',
  entryLabel: 'Continua a leggere',
  entryReason: (account) =>
    `Ricevi questo messaggio perché segui dei feedback per ${account} o hai attivato l’iscrizione alle sue novità.`,
  subscriptionSubject: (account) => `Conferma la tua iscrizione: novità di ${account}`,
  subscriptionFor: (account) =>
    `Questo indirizzo e-mail è stato indicato per ricevere un messaggio a ogni novità di ${account}. Riceverai questi messaggi dopo la conferma.`,
  notYouSubscribed: 'Se non l’hai chiesto tu, ignora questo messaggio: non ne riceverai altri.',
  subscriptionReason: (account) =>
    `Ricevi questo messaggio perché questo indirizzo e-mail è stato indicato sulla pagina delle novità di ${account}.`,
  updateReason: (account) =>
    `Ricevi questo messaggio perché volevi sapere che cosa ne sarà dei tuoi feedback per ${account}.`,
};
