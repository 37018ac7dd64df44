import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Palautteesi',
  ask: [
    'Haluatko tietää, mitä palautteellesi tapahtuu?',
    'Kun vahvistat, saat viestin, kun jokin muuttuu. Voit lopettaa viestit milloin tahansa.',
  ],
  confirm: 'Kyllä, lähettäkää minulle viestejä',
  on: 'Saat viestejä palautteestasi.',
  off: 'Et saa viestejä.',
  votes: ['Vahvista äänesi', 'Ne lasketaan mukaan, kun vahvistat ne. Poista ne, jotka eivät ole sinun.'],
  confirmVotes: 'Vahvista äänet',
  discard: 'Poista',
  since: (date) => `Alkaen ${date}`,
  unnamed: 'Puolestasi kirjattu palaute',
  stop: 'Ei enää viestejä tästä',
  follow: 'Lähettäkää viestejä tästä',
  subscription: [
    'Tilataanko muutosloki?',
    'Kun vahvistat, saat sähköpostiviestin jokaisesta muutoksesta. Voit lopettaa tilauksen milloin tahansa.',
  ],
  subscribed: 'Saat sähköpostiviestin jokaisesta muutoksesta.',
  unsubscribe: 'Lopeta tilaus',
  stopAll: 'Lopeta kaikki viestit',
  startAll: 'Ota viestit taas käyttöön',
  empty: 'Täällä ei ole mitään.',
  data: 'Tietosi',
  download: 'Lataa tietoni',
  erase: 'Poista tietoni',
  eraseHeading: 'Poistetaanko tietosi?',
  eraseText: (account) =>
    `Sähköpostiosoitteesi poistetaan kaikesta palautteesta (${account}). Kirjoittamasi teksti säilyy ilman osoitettasi. Et saa enää viestejä, ja tämä sivu lakkaa toimimasta. Tätä ei voi kumota.`,
  back: 'Takaisin',
  erasedHeading: 'Tietosi on poistettu',
  erasedText: (account) =>
    `Sähköpostiosoitettasi ei enää säilytetä minkään palautteen yhteydessä (${account}).`,
  linkHeading: 'Pyydä linkkisi',
  linkText:
    'Kirjoita sähköpostiosoite, jonka annoit palautteesi yhteydessä. Jos se tunnetaan täällä, saat viestin, jossa on linkki sivullesi.',
  sendLink: 'Lähetä linkki',
  linkSent: [
    'Katso sähköpostisi',
    'Jos sähköpostiosoitteesi tunnetaan täällä, linkin sisältävä viesti on tulossa.',
  ],
  noMail: 'Tämä palvelu ei lähetä viestejä.',
  bookmark: 'Tallenna tämä linkki kirjanmerkiksi, niin näet, mitä palautteellesi tapahtuu:',
};
