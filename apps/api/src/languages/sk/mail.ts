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
};
