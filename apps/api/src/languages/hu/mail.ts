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
};
