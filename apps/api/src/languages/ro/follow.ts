import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Feedbackul tău',
  ask: [
    'Vrei să știi ce se întâmplă cu el?',
    'Dacă confirmi, primești un mesaj când se schimbă ceva. Poți renunța oricând.',
  ],
  confirm: 'Da, trimiteți-mi mesaje',
  on: 'Primești mesaje despre feedbackul tău.',
  off: 'Nu primești mesaje.',
  votes: ['Confirmă-ți voturile', 'Contează după ce le confirmi. Elimină-le pe cele care nu sunt ale tale.'],
  confirmVotes: 'Confirmă voturile',
  discard: 'Elimină',
  since: (date) => `Din ${date}`,
  unnamed: 'Feedback notat pentru tine',
  stop: 'Fără mesaje despre asta',
  follow: 'Trimiteți-mi mesaje despre asta',
  subscription: [
    'Te abonezi la noutăți?',
    'Dacă confirmi, primești un e-mail la fiecare noutate. Poți renunța oricând.',
  ],
  subscribed: 'Primești un e-mail la fiecare noutate.',
  unsubscribe: 'Dezabonează-te',
  stopAll: 'Oprește toate mesajele',
  startAll: 'Pornește din nou mesajele',
  empty: 'Aici nu este nimic.',
  data: 'Datele tale',
  download: 'Descarcă datele mele',
  erase: 'Șterge datele mele',
  eraseHeading: 'Ștergi datele tale?',
  eraseText: (account) =>
    `Adresa ta de e-mail este eliminată din tot feedbackul pentru ${account}. Ce ai scris rămâne, fără adresa ta. Nu mai primești mesaje, iar această pagină nu mai funcționează. Acțiunea nu poate fi anulată.`,
  back: 'Înapoi',
  erasedHeading: 'Datele tale au fost șterse',
  erasedText: (account) => `Adresa ta de e-mail nu mai este păstrată la niciun feedback pentru ${account}.`,
  linkHeading: 'Cere linkul tău',
  linkText:
    'Scrie adresa de e-mail pe care ai dat-o împreună cu feedbackul. Dacă este cunoscută aici, primești un mesaj cu un link către pagina ta.',
  sendLink: 'Trimite linkul',
  linkSent: [
    'Verifică-ți e-mailul',
    'Dacă adresa ta de e-mail este cunoscută aici, un mesaj cu un link este pe drum.',
  ],
  noMail: 'Acest serviciu nu trimite mesaje.',
  bookmark: 'Salvează acest link la favorite ca să vezi ce se întâmplă cu feedbackul tău:',
};
