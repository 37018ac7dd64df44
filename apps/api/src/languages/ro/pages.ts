import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap – ${account}`,
  statuses: {
    new: 'În analiză',
    planned: 'Planificat',
    building: 'În lucru',
    shipped: 'Lansat',
    declined: 'Respins',
  },
  emptyColumn: 'Momentan nu e nimic aici.',
  recently: 'În ultimele 90 de zile',
  requests: {
    one: 'Cerut de {n} persoană',
    few: 'Cerut de {n} persoane',
    other: 'Cerut de {n} de persoane',
  },
  moved: (when) => `Status schimbat ${when}`,
  progress: 'Evoluție',
  feed: 'Flux de noutăți',
  changelog: 'Noutăți',
  changelogOf: (account) => `Noutăți – ${account}`,
  emptyChangelog: 'Nu sunt încă noutăți.',
  olderChanges: 'Noutăți mai vechi',
  newChanges: { one: '{n} nouă', few: '{n} noi', other: '{n} noi' },
  aboutItems: 'Despre ce este vorba',
  subscribeHint: 'Primește un e-mail la fiecare noutate. Îți trimitem un link ca să confirmi.',
  subscribe: 'Abonează-te',
  subscribeSent: 'Dacă nu te-ai abonat încă, un mesaj cu un link este pe drum. Confirmă-ți abonarea cu el.',
  similar: 'Deja în roadmap:',
  isItThis: [
    'La asta te referi?',
    'Este deja în roadmap. Dacă la asta te referi, nu trebuie să trimiți nimic.',
  ],
  sendAnyway: 'Nu, trimite feedbackul meu',
  vote: 'Votează',
  voterHint:
    'Cu adresa ta de e-mail, afli ce se întâmplă mai departe. Îți trimitem un link ca să îți confirmi votul.',
  voterName: 'Nume',
  checkMail:
    'Votul tău contează după ce îl confirmi cu linkul din mesajul nostru. Dacă ai primit deja unul astăzi, linkul din el confirmă și acest vot.',
  votes: { one: '{n} vot', few: '{n} voturi', other: '{n} de voturi' },
  voted: [
    'Mulțumim, votul tău contează',
    'Fiecare rețea are un vot pentru fiecare element. Îți poți retrage votul.',
  ],
  withdraw: 'Retrage votul meu',
  withdrawn: ['Votul tău a fost retras', 'Nu mai contează.'],
  votingClosed: ['Votarea este închisă', 'Nu se mai poate vota pentru acest element.'],
  missing: ['Pagina nu a fost găsită', 'Verifică linkul sau întreabă persoana care ți l-a trimis.'],
  ended: ['Această pagină nu mai este publică', 'Vizitatorii nu o mai pot vedea.'],
};
