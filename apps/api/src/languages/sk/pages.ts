import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Plán vývoja',
  roadmapOf: (account) => `Plán vývoja – ${account}`,
  statuses: {
    new: 'Na zváženie',
    planned: 'V pláne',
    building: 'Vo vývoji',
    shipped: 'Vydané',
    declined: 'Zamietnuté',
  },
  emptyColumn: 'Teraz tu nič nie je.',
  recently: 'Za posledných 90 dní',
  requests: {
    one: 'Želal si to {n} človek',
    few: 'Želali si to {n} ľudia',
    many: 'Želalo si to {n} človeka',
    other: 'Želalo si to {n} ľudí',
  },
  moved: (when) => `Stav sa zmenil ${when}`,
  progress: 'Priebeh',
  feed: 'Webový kanál',
  changelog: 'Prehľad zmien',
  changelogOf: (account) => `Prehľad zmien – ${account}`,
  emptyChangelog: 'Zatiaľ žiadne zmeny.',
  olderChanges: 'Staršie zmeny',
  similar: 'V pláne vývoja už je:',
  isItThis: [
    'Máte na mysli toto?',
    'V pláne vývoja to už máme. Ak myslíte práve toto, nemusíte nič posielať.',
  ],
  sendAnyway: 'Nie, odoslať spätnú väzbu',
  vote: 'Hlasovať',
  voterHint: 'Keď zadáte e-mail, dozviete sa, čo s tým bude. Pošleme vám odkaz na potvrdenie hlasu.',
  voterName: 'Meno',
  checkMail:
    'Váš hlas sa počíta, len čo ho potvrdíte odkazom v našej správe. Ak ste dnes už správu dostali, jej odkaz potvrdí aj tento hlas.',
  votes: { one: '{n} hlas', few: '{n} hlasy', many: '{n} hlasu', other: '{n} hlasov' },
  voted: [
    'Ďakujeme, váš hlas sa počíta',
    'Každá sieť má na jednu položku jeden hlas. Svoj môžete vziať späť.',
  ],
  withdraw: 'Vziať hlas späť',
  withdrawn: ['Váš hlas bol vzatý späť', 'Už sa nepočíta.'],
  votingClosed: ['Hlasovanie je uzavreté', 'Za túto položku už nemožno hlasovať.'],
  missing: ['Stránka sa nenašla', 'Skontrolujte odkaz alebo sa opýtajte toho, kto vám ho poslal.'],
  ended: ['Táto stránka už nie je verejná', 'Návštevníkom sa už nezobrazuje.'],
};
