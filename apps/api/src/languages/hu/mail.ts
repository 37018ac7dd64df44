import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Megérkezett a visszajelzése: ${title}`,
  receivedBy: (account) => `Köszönjük. Ezt küldte (${account}):`,
  confirm:
    'Szeretné tudni, mi lesz vele? Erősítse meg az e-mail-címét a saját oldalán. Addig nem küldünk róla üzenetet.',
  confirmLabel: 'E-mail-cím megerősítése',
  pageLabel: 'Visszajelzések megtekintése',
  notYou: 'Ha ezt nem Ön küldte, hagyja figyelmen kívül az üzenetet.',
  linkSubject: (account) => `Visszajelzései – ${account}`,
  linkFor: (account) =>
    `Ez a link a visszajelzéseit tartalmazó oldalt nyitja meg (${account}). Ne ossza meg másokkal.`,
  copyLink: 'Ha a gomb nem működik, másolja ezt a linket a böngészőjébe:',
  reason: (account) =>
    `Azért kapta ezt az üzenetet, mert ezt az e-mail-címet adták meg egy visszajelzéshez (${account}).`,
  unsubscribe: (account) => `Nem kérek több üzenetet – ${account}`,
  confirmVote: 'Szavazat megerősítése',
  confirmVotes: { other: '{n} szavazat megerősítése' },
  votedFor: (account) => `Köszönjük. Erre szavazott (${account}):`,
  more: { one: 'és még {n}', other: 'és még {n}' },
  voteCounts:
    'A szavazat csak akkor számít, ha a saját oldalán megerősíti. Ezután üzenetet küldünk, ha valami változik. Ezt bármikor leállíthatja.',
  notYouVoted: 'Ha nem Ön szavazott, hagyja figyelmen kívül az üzenetet. Ilyenkor semmit nem számítunk be.',
  votedReason: (account) =>
    `Azért kapta ezt az üzenetet, mert ezzel az e-mail-címmel szavaztak (${account}).`,
  updates: {
    new: 'Újra mérlegeljük ezt. Még nem született döntés.',
    planned: 'Úgy döntöttünk, hogy ezt megvalósítjuk. Már szerepel a terveinkben.',
    building: 'Elkezdtünk dolgozni rajta.',
    shipped: 'Elkészült. Köszönjük, a visszajelzése segített.',
    declined:
      'Úgy döntöttünk, hogy ezt nem valósítjuk meg. Lehet, hogy más válaszban reménykedett. Köszönjük, hogy elmondta, mi fontos Önnek.',
  },
  cardLabel: 'Részletek megtekintése',
  entryLabel: 'Tovább olvasom',
  entryReason: (account) =>
    `Azért kapta ezt az üzenetet, mert visszajelzést követ, vagy feliratkozott a változásnaplóra (${account}).`,
  subscriptionSubject: (account) => `Erősítse meg a feliratkozását: Változásnapló – ${account}`,
  subscriptionFor: (account) =>
    `Ezt az e-mail-címet adták meg, hogy minden változásról üzenet érkezzen rá (${account}). Az üzeneteket akkor küldjük, ha ezt megerősíti.`,
  notYouSubscribed: 'Ha ezt nem Ön kérte, hagyja figyelmen kívül az üzenetet. Ilyenkor nem kap többet.',
  subscriptionReason: (account) =>
    `Azért kapta ezt az üzenetet, mert ezt az e-mail-címet adták meg a változásnapló oldalán (${account}).`,
  updateReason: (account) =>
    `Azért kapta ezt az üzenetet, mert tudni szerette volna, mi lesz a visszajelzéseivel (${account}).`,
};
