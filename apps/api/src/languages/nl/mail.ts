import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `We hebben je feedback ontvangen: ${title}`,
  receivedBy: (account) => `Bedankt. Dit heb je naar ${account} gestuurd:`,
  confirm:
    'Wil je weten wat ermee gebeurt? Bevestig je e-mailadres op je pagina. Tot die tijd krijg je er geen berichten over.',
  confirmLabel: 'E-mailadres bevestigen',
  pageLabel: 'Je feedback bekijken',
  notYou: 'Heb je dit niet gestuurd? Dan kun je dit bericht negeren.',
  linkSubject: (account) => `Je feedback voor ${account}`,
  linkFor: (account) =>
    `Deze link opent de pagina met je feedback voor ${account}. Deel hem niet met anderen.`,
  copyLink: 'Werkt de knop niet? Kopieer dan deze link in je browser:',
  reason: (account) =>
    `Je krijgt dit bericht omdat dit e-mailadres is opgegeven bij feedback voor ${account}.`,
  unsubscribe: (account) => `Geen berichten meer van ${account}`,
};
