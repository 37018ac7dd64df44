import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Dostali sme vašu spätnú väzbu: ${title}`,
  receivedBy: (account) => `Ďakujeme. Toto ste poslali tímu ${account}:`,
  confirm:
    'Chcete vedieť, čo s ňou bude? Potvrďte svoju e-mailovú adresu na svojej stránke. Dovtedy vám o nej nepošleme žiadne správy.',
  confirmLabel: 'Potvrdiť e-mailovú adresu',
  pageLabel: 'Zobraziť vašu spätnú väzbu',
  notYou: 'Ak ste to neposlali vy, správu ignorujte.',
  linkSubject: (account) => `Vaša spätná väzba pre tím ${account}`,
  linkFor: (account) =>
    `Tento odkaz otvorí stránku s vašou spätnou väzbou pre tím ${account}. Nikomu ho nedávajte.`,
  copyLink: 'Ak tlačidlo nefunguje, skopírujte tento odkaz do prehliadača:',
  reason: (account) =>
    `Túto správu ste dostali, pretože táto e-mailová adresa bola uvedená pri spätnej väzbe pre tím ${account}.`,
  unsubscribe: (account) => `Už žiadne správy od tímu ${account}`,
  confirmVote: 'Potvrdiť hlas',
  confirmVotes: { few: 'Potvrdiť {n} hlasy', other: 'Potvrdiť {n} hlasov' },
  votedFor: (account) => `Ďakujeme. Na stránke tímu ${account} ste hlasovali za:`,
  more: { one: 'a {n} ďalší', few: 'a {n} ďalšie', other: 'a {n} ďalších' },
  voteCounts:
    'Hlasovanie sa započíta, až keď ho potvrdíte na svojej stránke. Potom vám pošleme správu, keď sa niečo zmení. Správy môžete kedykoľvek vypnúť.',
  notYouVoted: 'Ak ste nehlasovali vy, správu ignorujte. Nič sa nezapočíta.',
  votedReason: (account) =>
    `Túto správu ste dostali, pretože niekto pri hlasovaní na stránke tímu ${account} uviedol túto e-mailovú adresu.`,
  updates: {
    new: 'Znova to zvažujeme. Zatiaľ nie je nič rozhodnuté.',
    planned: 'Rozhodli sme sa to urobiť. Teraz je to v pláne.',
    building: 'Začali sme na tom pracovať.',
    shipped: 'Je to hotové. Ďakujeme, vaša spätná väzba nám pomohla.',
    declined:
      'Rozhodli sme sa to neurobiť. Možno ste dúfali v inú odpoveď. Ďakujeme, že ste nám povedali, čo je pre vás dôležité.',
  },
  cardLabel: 'Zobraziť podrobnosti',
  entryLabel: 'Čítať ďalej',
  entryReason: (account) =>
    `Túto správu ste dostali, pretože sledujete spätnú väzbu pre tím ${account} alebo odoberáte jeho prehľad zmien.`,
  subscriptionSubject: (account) => `Potvrďte odber: prehľad zmien – ${account}`,
  subscriptionFor: (account) =>
    `Táto e-mailová adresa bola zadaná na posielanie správ o každej zmene od tímu ${account}. Začneme ich posielať, keď to potvrdíte.`,
  notYouSubscribed: 'Ak ste o to nežiadali, správu ignorujte. Ďalšie potom nedostanete.',
  subscriptionReason: (account) =>
    `Túto správu ste dostali, pretože táto e-mailová adresa bola zadaná na stránke s prehľadom zmien tímu ${account}.`,
  updateReason: (account) =>
    `Túto správu ste dostali, pretože ste chceli vedieť, čo bude s vašou spätnou väzbou pre tím ${account}.`,
};
