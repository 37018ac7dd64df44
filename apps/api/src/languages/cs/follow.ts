import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Vaše zpětná vazba',
  ask: [
    'Chcete vědět, co s ní bude?',
    'Když to potvrdíte, pošleme vám zprávu, jakmile se něco změní. Kdykoli to můžete zrušit.',
  ],
  confirm: 'Ano, posílejte mi zprávy',
  on: 'Dostáváte zprávy o své zpětné vazbě.',
  off: 'Nedostáváte žádné zprávy.',
  votes: ['Potvrďte své hlasy', 'Počítají se, jakmile je potvrdíte. Zahoďte ty, které nejsou vaše.'],
  confirmVotes: 'Potvrdit hlasy',
  discard: 'Zahodit',
  since: (date) => `Od ${date}`,
  unnamed: 'Zpětná vazba zaznamenaná za vás',
  stop: 'Neposílat o tom zprávy',
  follow: 'Posílat mi o tom zprávy',
  subscription: [
    'Odebírat přehled změn?',
    'Když to potvrdíte, pošleme vám e-mail o každé změně. Kdykoli to můžete zrušit.',
  ],
  subscribed: 'Dostáváte e-mail o každé změně.',
  unsubscribe: 'Zrušit odběr',
  stopAll: 'Zastavit všechny zprávy',
  startAll: 'Znovu zapnout zprávy',
  empty: 'Nic tu není.',
  data: 'Vaše údaje',
  download: 'Stáhnout moje údaje',
  erase: 'Vymazat moje údaje',
  eraseHeading: 'Vymazat vaše údaje?',
  eraseText: (account) =>
    `Vaše e-mailová adresa se odstraní ze vší zpětné vazby pro tým ${account}. To, co jste napsali, zůstane bez vaší adresy. Žádné další zprávy nedostanete a tato stránka přestane fungovat. Nelze to vrátit zpět.`,
  back: 'Zpět',
  erasedHeading: 'Vaše údaje jsou vymazány',
  erasedText: (account) => `Vaše e-mailová adresa už není uložena u žádné zpětné vazby pro tým ${account}.`,
  linkHeading: 'Získat odkaz',
  linkText:
    'Zadejte e-mailovou adresu, kterou jste uvedli u zpětné vazby. Pokud ji známe, pošleme vám zprávu s odkazem na vaši stránku.',
  sendLink: 'Poslat odkaz',
  linkSent: ['Podívejte se do pošty', 'Pokud vaši e-mailovou adresu známe, zpráva s odkazem je na cestě.'],
  noMail: 'Tato služba neposílá zprávy.',
  bookmark: 'Uložte si tento odkaz do záložek a uvidíte, co s vaší zpětnou vazbou bude:',
};
