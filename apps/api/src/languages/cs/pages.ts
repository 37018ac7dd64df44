import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Plán vývoje',
  roadmapOf: (account) => `Plán vývoje – ${account}`,
  statuses: {
    new: 'Ke zvážení',
    planned: 'V plánu',
    building: 'Ve vývoji',
    shipped: 'Vydáno',
    declined: 'Zamítnuto',
  },
  emptyColumn: 'Teď tu nic není.',
  recently: 'Za posledních 90 dní',
  requests: {
    one: 'Přál si to {n} člověk',
    few: 'Přáli si to {n} lidé',
    many: 'Přálo si to {n} člověka',
    other: 'Přálo si to {n} lidí',
  },
  moved: (when) => `Stav se změnil ${when}`,
  progress: 'Průběh',
  feed: 'Webový kanál',
  similar: 'V plánu vývoje už je:',
  isItThis: [
    'Máte na mysli toto?',
    'V plánu vývoje už to máme. Pokud myslíte právě toto, nemusíte nic posílat.',
  ],
  sendAnyway: 'Ne, odeslat zpětnou vazbu',
  vote: 'Hlasovat',
  voterHint: 'Když zadáte e-mail, dozvíte se, co s tím bude. Pošleme vám odkaz k potvrzení hlasu.',
  voterName: 'Jméno',
  checkMail:
    'Váš hlas se počítá, jakmile ho potvrdíte odkazem v naší zprávě. Pokud jste dnes už zprávu dostali, její odkaz potvrdí i tento hlas.',
  votes: { one: '{n} hlas', few: '{n} hlasy', many: '{n} hlasu', other: '{n} hlasů' },
  voted: ['Děkujeme, váš hlas se počítá', 'Každá síť má na jednu položku jeden hlas. Svůj můžete vzít zpět.'],
  withdraw: 'Vzít hlas zpět',
  withdrawn: ['Váš hlas byl vzat zpět', 'Už se nepočítá.'],
  votingClosed: ['Hlasování je uzavřeno', 'Pro tuto položku už nelze hlasovat.'],
  missing: ['Stránka nebyla nalezena', 'Zkontrolujte odkaz nebo se zeptejte toho, kdo vám ho poslal.'],
  ended: ['Tato stránka už není veřejná', 'Návštěvníkům se už nezobrazuje.'],
};
