import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Tiekartta',
  roadmapOf: (account) => `Tiekartta – ${account}`,
  statuses: {
    new: 'Harkinnassa',
    planned: 'Suunnitelmissa',
    building: 'Työn alla',
    shipped: 'Julkaistu',
    declined: 'Hylätty',
  },
  emptyColumn: 'Ei mitään juuri nyt.',
  recently: 'Viimeisten 90 päivän aikana',
  requests: { one: '{n} henkilö on toivonut tätä', other: '{n} henkilöä on toivonut tätä' },
  moved: (when) => `Tila muuttui ${when}`,
  progress: 'Eteneminen',
  feed: 'Syöte',
  changelog: 'Muutosloki',
  changelogOf: (account) => `Muutosloki – ${account}`,
  emptyChangelog: 'Ei muutoksia vielä.',
  olderChanges: 'Vanhemmat muutokset',
  newChanges: { one: '{n} uusi', other: '{n} uutta' },
  aboutItems: 'Mitä se koskee',
  subscribeHint:
    'Tilaa sähköpostiviesti jokaisesta muutoksesta. Lähetämme linkin, jolla vahvistat tilauksen.',
  subscribe: 'Tilaa',
  subscribeSent:
    'Jos et ole vielä tilannut, linkin sisältävä viesti on tulossa. Vahvista tilauksesi sen linkillä.',
  similar: 'Jo tiekartalla:',
  isItThis: [
    'Tarkoititko tätä?',
    'Tämä on jo tiekartalla. Jos tarkoitit tätä, sinun ei tarvitse lähettää mitään.',
  ],
  sendAnyway: 'En, lähetä palaute',
  vote: 'Äänestä',
  voterHint:
    'Kun annat sähköpostiosoitteesi, saat tietää, mitä asialle tapahtuu. Lähetämme linkin, jolla vahvistat äänesi.',
  voterName: 'Nimi',
  checkMail:
    'Äänesi lasketaan mukaan, kun vahvistat sen viestimme linkillä. Jos sait viestin jo tänään, sen linkki vahvistaa myös tämän äänen.',
  votes: { one: '{n} ääni', other: '{n} ääntä' },
  voted: [
    'Kiitos, äänesi on laskettu mukaan',
    'Kustakin verkosta voi antaa yhden äänen kohdetta kohti. Voit perua äänesi.',
  ],
  withdraw: 'Peru ääneni',
  withdrawn: ['Äänesi on peruttu', 'Sitä ei enää lasketa mukaan.'],
  votingClosed: ['Äänestys on päättynyt', 'Tätä ei voi enää äänestää.'],
  missing: ['Sivua ei löytynyt', 'Tarkista linkki tai kysy sen lähettäjältä.'],
  ended: ['Sivu ei ole enää julkinen', 'Sitä ei enää näytetä kävijöille.'],
};
