import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap di ${account}`,
  statuses: {
    new: 'In valutazione',
    planned: 'Pianificato',
    building: 'In sviluppo',
    shipped: 'Rilasciato',
    declined: 'Rifiutato',
  },
  emptyColumn: 'Al momento non c’è nulla.',
  recently: 'Negli ultimi 90 giorni',
  requests: {
    one: 'Richiesto da {n} persona',
    many: 'Richiesto da {n} di persone',
    other: 'Richiesto da {n} persone',
  },
  moved: (when) => `Cambio di stato: ${when}`,
  progress: 'Avanzamento',
  feed: 'Feed',
  changelog: 'Novità',
  changelogOf: (account) => `Novità di ${account}`,
  emptyChangelog: 'Ancora nessuna novità.',
  olderChanges: 'Novità precedenti',
  newChanges: { one: '{n} nuova', many: '{n} di nuove', other: '{n} nuove' },
  aboutItems: 'Di cosa si tratta',
  subscribeHint: 'Ricevi un’e-mail a ogni novità. Ti inviamo un link per confermare.',
  subscribe: 'Iscriviti',
  subscribeSent:
    'Se non hai ancora un’iscrizione, sta per arrivarti un messaggio con un link. Usalo per confermare l’iscrizione.',
  similar: 'Già nella roadmap:',
  isItThis: [
    'Intendevi questo?',
    'È già nella roadmap. Se è quello che volevi dirci, non serve inviare nulla.',
  ],
  sendAnyway: 'No, invia il mio feedback',
  vote: 'Vota',
  voterHint:
    'Con il tuo indirizzo e-mail saprai che cosa ne sarà. Ti inviamo un link per confermare il voto.',
  voterName: 'Nome',
  checkMail:
    'Il tuo voto conterà quando lo confermerai con il link nel nostro messaggio. Se oggi ne hai già ricevuto uno, il suo link conferma anche questo voto.',
  votes: { one: '{n} voto', many: '{n} di voti', other: '{n} voti' },
  voted: ['Grazie, il tuo voto conta', 'Ogni rete ha un voto per elemento. Puoi ritirare il tuo.'],
  withdraw: 'Ritira il mio voto',
  withdrawn: ['Il tuo voto è stato ritirato', 'Non conta più.'],
  votingClosed: ['Le votazioni sono chiuse', 'Non è più possibile votare per questo elemento.'],
  missing: ['Pagina non trovata', 'Controlla il link o chiedi a chi te l’ha inviato.'],
  ended: ['Questa pagina non è più pubblica', 'Non è più visibile ai visitatori.'],
};
