import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Dostali jsme vaši zpětnou vazbu: ${title}`,
  receivedBy: (account) => `Děkujeme. Toto jste poslali týmu ${account}:`,
  confirm:
    'Chcete vědět, co s ní bude? Potvrďte svou e-mailovou adresu na své stránce. Do té doby vám o ní žádné zprávy nepošleme.',
  confirmLabel: 'Potvrdit e-mailovou adresu',
  pageLabel: 'Zobrazit vaši zpětnou vazbu',
  notYou: 'Pokud jste to neposlali vy, zprávu ignorujte.',
  linkSubject: (account) => `Vaše zpětná vazba pro tým ${account}`,
  linkFor: (account) =>
    `Tento odkaz otevře stránku s vaší zpětnou vazbou pro tým ${account}. Nikomu ho nedávejte.`,
  copyLink: 'Pokud tlačítko nefunguje, zkopírujte tento odkaz do prohlížeče:',
  reason: (account) =>
    `Tuto zprávu jste dostali, protože tato e-mailová adresa byla uvedena u zpětné vazby pro tým ${account}.`,
  unsubscribe: (account) => `Už žádné zprávy od týmu ${account}`,
};
