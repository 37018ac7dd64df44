import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Saimme palautteesi: ${title}`,
  receivedBy: (account) => `Kiitos. Lähetit tämän (${account}):`,
  confirm:
    'Haluatko tietää, mitä palautteellesi tapahtuu? Vahvista sähköpostiosoitteesi omalla sivullasi. Sitä ennen et saa siitä viestejä.',
  confirmLabel: 'Vahvista sähköpostiosoite',
  pageLabel: 'Katso palautteesi',
  notYou: 'Jos et lähettänyt tätä, voit jättää viestin huomiotta.',
  linkSubject: (account) => `Palautteesi – ${account}`,
  linkFor: (account) => `Tämä linkki avaa sivun, jolla on palautteesi (${account}). Älä jaa sitä muille.`,
  copyLink: 'Jos painike ei toimi, kopioi tämä linkki selaimeesi:',
  reason: (account) =>
    `Sait tämän viestin, koska tämä sähköpostiosoite annettiin palautteen yhteydessä (${account}).`,
  unsubscribe: (account) => `Ei enää viestejä – ${account}`,
};
