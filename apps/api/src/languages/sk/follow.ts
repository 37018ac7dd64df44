import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Vaša spätná väzba',
  ask: [
    'Chcete vedieť, čo s ňou bude?',
    'Keď to potvrdíte, pošleme vám správu, len čo sa niečo zmení. Kedykoľvek to môžete zrušiť.',
  ],
  confirm: 'Áno, posielajte mi správy',
  on: 'Dostávate správy o svojej spätnej väzbe.',
  off: 'Nedostávate žiadne správy.',
  votes: ['Potvrďte svoje hlasy', 'Počítajú sa, len čo ich potvrdíte. Zahoďte tie, ktoré nie sú vaše.'],
  confirmVotes: 'Potvrdiť hlasy',
  discard: 'Zahodiť',
  since: (date) => `Od ${date}`,
  unnamed: 'Spätná väzba zaznamenaná za vás',
  stop: 'Neposielať o tom správy',
  follow: 'Posielať mi o tom správy',
  subscription: [
    'Odoberať prehľad zmien?',
    'Keď to potvrdíte, pošleme vám e-mail o každej zmene. Kedykoľvek to môžete zrušiť.',
  ],
  subscribed: 'Dostávate e-mail o každej zmene.',
  unsubscribe: 'Zrušiť odber',
  stopAll: 'Zastaviť všetky správy',
  startAll: 'Znova zapnúť správy',
  empty: 'Nič tu nie je.',
  data: 'Vaše údaje',
  download: 'Stiahnuť moje údaje',
  erase: 'Vymazať moje údaje',
  eraseHeading: 'Vymazať vaše údaje?',
  eraseText: (account) =>
    `Vaša e-mailová adresa sa odstráni zo všetkej spätnej väzby pre tím ${account}. To, čo ste napísali, zostane bez vašej adresy. Ďalšie správy nedostanete a táto stránka prestane fungovať. Nedá sa to vrátiť späť.`,
  back: 'Späť',
  erasedHeading: 'Vaše údaje sú vymazané',
  erasedText: (account) =>
    `Vaša e-mailová adresa už nie je uložená pri žiadnej spätnej väzbe pre tím ${account}.`,
  linkHeading: 'Získať odkaz',
  linkText:
    'Zadajte e-mailovú adresu, ktorú ste uviedli pri spätnej väzbe. Ak ju poznáme, pošleme vám správu s odkazom na vašu stránku.',
  sendLink: 'Poslať odkaz',
  linkSent: ['Pozrite si poštu', 'Ak vašu e-mailovú adresu poznáme, správa s odkazom je na ceste.'],
  noMail: 'Táto služba neposiela správy.',
  bookmark: 'Uložte si tento odkaz do záložiek a uvidíte, čo s vašou spätnou väzbou bude:',
};
