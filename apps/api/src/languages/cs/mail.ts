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
  confirmVote: 'Potvrdit hlas',
  confirmVotes: { few: 'Potvrdit {n} hlasy', other: 'Potvrdit {n} hlasů' },
  votedFor: (account) => `Děkujeme. Na stránce týmu ${account} jste hlasovali pro:`,
  more: { one: 'a {n} další', few: 'a {n} další', other: 'a {n} dalších' },
  voteCounts:
    'Hlasování se započítá, až ho potvrdíte na své stránce. Potom vám pošleme zprávu, když se něco změní. Zprávy můžete kdykoli vypnout.',
  notYouVoted: 'Pokud jste nehlasovali vy, zprávu ignorujte. Nic se nezapočítá.',
  votedReason: (account) =>
    `Tuto zprávu jste dostali, protože někdo při hlasování na stránce týmu ${account} uvedl tuto e-mailovou adresu.`,
  updates: {
    new: 'Znovu to zvažujeme. Zatím není nic rozhodnuto.',
    planned: 'Rozhodli jsme se to udělat. Teď je to v plánu.',
    building: 'Začali jsme na tom pracovat.',
    shipped: 'Je to hotové. Děkujeme, vaše zpětná vazba nám pomohla.',
    declined:
      'Rozhodli jsme se to nedělat. Možná jste doufali v jinou odpověď. Děkujeme, že jste nám řekli, co je pro vás důležité.',
  },
  cardLabel: 'Zobrazit podrobnosti',
  entryLabel: 'Číst dál',
  entryReason: (account) =>
    `Tuto zprávu jste dostali, protože sledujete zpětnou vazbu pro tým ${account} nebo odebíráte jeho přehled změn.`,
  subscriptionSubject: (account) => `Potvrďte odběr: přehled změn – ${account}`,
  subscriptionFor: (account) =>
    `Tato e-mailová adresa byla zadána pro zasílání zpráv o každé změně od týmu ${account}. Začneme je posílat, až to potvrdíte.`,
  notYouSubscribed: 'Pokud jste o to nežádali, zprávu ignorujte. Žádné další pak nedostanete.',
  subscriptionReason: (account) =>
    `Tuto zprávu jste dostali, protože tato e-mailová adresa byla zadána na stránce s přehledem změn týmu ${account}.`,
  updateReason: (account) =>
    `Tuto zprávu jste dostali, protože jste chtěli vědět, co bude s vaší zpětnou vazbou pro tým ${account}.`,
};
