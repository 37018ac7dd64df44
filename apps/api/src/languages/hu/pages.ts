import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Fejlesztési terv',
  roadmapOf: (account) => `Fejlesztési terv – ${account}`,
  statuses: {
    new: 'Elbírálás alatt',
    planned: 'Tervezett',
    building: 'Fejlesztés alatt',
    shipped: 'Elkészült',
    declined: 'Elutasított',
  },
  emptyColumn: 'Jelenleg nincs itt semmi.',
  recently: 'Az elmúlt 90 napban',
  requests: { one: '{n} ember kérte', other: '{n} ember kérte' },
  moved: (when) => `Állapotváltozás: ${when}`,
  progress: 'Előrehaladás',
  feed: 'Hírcsatorna',
  changelog: 'Változásnapló',
  changelogOf: (account) => `Változásnapló – ${account}`,
  emptyChangelog: 'Még nincsenek változások.',
  olderChanges: 'Korábbi változások',
  newChanges: { one: '{n} új', other: '{n} új' },
  aboutItems: 'Miről szól',
  subscribeHint: 'Kapjon e-mailt minden változásról. Küldünk egy linket, amellyel ezt megerősítheti.',
  subscribe: 'Feliratkozom',
  subscribeSent:
    'Ha még nem iratkozott fel, már úton van egy üzenet a linkkel. Azzal erősítse meg a feliratkozását.',
  similar: 'Már szerepel a fejlesztési tervben:',
  isItThis: [
    'Erre gondolt?',
    'Ez már szerepel a fejlesztési tervben. Ha erre gondolt, nem kell semmit küldenie.',
  ],
  sendAnyway: 'Nem, elküldöm a visszajelzést',
  vote: 'Szavazok',
  voterHint:
    'Ha megadja az e-mail-címét, megtudja, mi lesz belőle. Küldünk egy linket, amellyel megerősítheti a szavazatát.',
  voterName: 'Név',
  checkMail:
    'A szavazata akkor számít, ha megerősíti az üzenetünkben lévő linkkel. Ha ma már kapott üzenetet, annak a linkje ezt a szavazatot is megerősíti.',
  votes: { one: '{n} szavazat', other: '{n} szavazat' },
  voted: [
    'Köszönjük, a szavazata számít',
    'Egy hálózatról elemenként egy szavazat adható le. A sajátját visszavonhatja.',
  ],
  withdraw: 'Szavazat visszavonása',
  withdrawn: ['A szavazatát visszavontuk', 'Már nem számít bele.'],
  votingClosed: ['A szavazás lezárult', 'Erre már nem lehet szavazni.'],
  missing: ['Az oldal nem található', 'Ellenőrizze a hivatkozást, vagy kérdezze meg attól, akitől kapta.'],
  ended: ['Ez az oldal már nem nyilvános', 'A látogatók már nem tekinthetik meg.'],
};
