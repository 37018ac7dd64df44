import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'I tuoi feedback',
  ask: [
    'Vuoi sapere che cosa ne sarà?',
    'Se confermi, riceverai un messaggio quando qualcosa cambia. Puoi smettere in qualsiasi momento.',
  ],
  confirm: 'Sì, voglio ricevere messaggi',
  on: 'Ricevi messaggi sui tuoi feedback.',
  off: 'Non ricevi messaggi.',
  votes: ['Conferma i tuoi voti', 'Contano quando li confermi. Scarta quelli che non sono tuoi.'],
  confirmVotes: 'Conferma i voti',
  discard: 'Scarta',
  since: (date) => `Dal ${date}`,
  unnamed: 'Feedback annotato per te',
  stop: 'Non ricevere più messaggi su questo',
  follow: 'Ricevi messaggi su questo',
  subscription: [
    'Vuoi iscriverti alle novità?',
    'Se confermi, riceverai un’e-mail a ogni novità. Puoi smettere in qualsiasi momento.',
  ],
  subscribed: 'Ricevi un’e-mail a ogni novità.',
  unsubscribe: 'Annulla l’iscrizione',
  stopAll: 'Non ricevere più alcun messaggio',
  startAll: 'Riattiva i messaggi',
  empty: 'Qui non c’è nulla.',
  data: 'I tuoi dati',
  download: 'Scarica i miei dati',
  erase: 'Cancella i miei dati',
  eraseHeading: 'Cancellare i tuoi dati?',
  eraseText: (account) =>
    `Il tuo indirizzo e-mail viene rimosso da tutti i feedback per ${account}. Ciò che hai scritto resta, senza il tuo indirizzo. Non riceverai più messaggi e questa pagina non funzionerà più. L’operazione non si può annullare.`,
  back: 'Indietro',
  erasedHeading: 'I tuoi dati sono stati cancellati',
  erasedText: (account) => `Il tuo indirizzo e-mail non è più salvato con alcun feedback per ${account}.`,
  linkHeading: 'Richiedi il tuo link',
  linkText:
    'Inserisci l’indirizzo e-mail che hai indicato con il tuo feedback. Se lo conosciamo, riceverai un messaggio con un link alla tua pagina.',
  sendLink: 'Invia link',
  linkSent: [
    'Controlla la posta',
    'Se conosciamo il tuo indirizzo e-mail, sta per arrivarti un messaggio con un link.',
  ],
  noMail: 'Questo servizio non invia messaggi.',
  bookmark: 'Salva questo link nei preferiti per vedere che cosa ne sarà del tuo feedback:',
};
