import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Visszajelzései',
  ask: [
    'Szeretné tudni, mi lesz velük?',
    'Ha megerősíti, üzenetet küldünk, amikor valami változik. Bármikor leállíthatja.',
  ],
  confirm: 'Igen, kérek üzeneteket',
  on: 'Üzeneteket kap a visszajelzéseiről.',
  off: 'Nem kap üzeneteket.',
  votes: [
    'Erősítse meg a szavazatait',
    'Akkor számítanak, ha megerősíti őket. Vesse el azokat, amelyek nem Öntől származnak.',
  ],
  confirmVotes: 'Szavazatok megerősítése',
  discard: 'Elvetés',
  since: (date) => `Kezdete: ${date}`,
  unnamed: 'Az Ön nevében rögzített visszajelzés',
  stop: 'Nem kérek üzenetet erről',
  follow: 'Kérek üzenetet erről',
  subscription: [
    'Feliratkozik a változásnaplóra?',
    'Ha megerősíti, minden változásról e-mailt küldünk. Bármikor leállíthatja.',
  ],
  subscribed: 'Minden változásról e-mailt kap.',
  unsubscribe: 'Leiratkozás',
  stopAll: 'Minden üzenet leállítása',
  startAll: 'Üzenetek újbóli bekapcsolása',
  empty: 'Itt nincs semmi.',
  data: 'Az Ön adatai',
  download: 'Adataim letöltése',
  erase: 'Adataim törlése',
  eraseHeading: 'Törli az adatait?',
  eraseText: (account) =>
    `Az e-mail-címét minden visszajelzésből eltávolítjuk (${account}). Amit írt, megmarad a címe nélkül. Nem kap több üzenetet, és ez az oldal nem fog működni. Ez nem vonható vissza.`,
  back: 'Vissza',
  erasedHeading: 'Az adatait töröltük',
  erasedText: (account) => `Az e-mail-címe már egyetlen visszajelzésnél sincs tárolva (${account}).`,
  linkHeading: 'Link kérése',
  linkText:
    'Adja meg azt az e-mail-címet, amelyet a visszajelzéséhez megadott. Ha ismerjük, üzenetben elküldjük az oldalára mutató linket.',
  sendLink: 'Link küldése',
  linkSent: ['Nézze meg a postafiókját', 'Ha ismerjük az e-mail-címét, már úton van egy üzenet a linkkel.'],
  noMail: 'Ez a szolgáltatás nem küld üzeneteket.',
  bookmark: 'Mentse ezt a linket a könyvjelzők közé, hogy lássa, mi lesz a visszajelzésével:',
};
