import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Am primit feedbackul tău: ${title}`,
  receivedBy: (account) => `Îți mulțumim. Iată ce ai trimis echipei ${account}:`,
  confirm:
    'Vrei să știi ce se întâmplă cu el? Confirmă-ți adresa de e-mail pe pagina ta. Până atunci nu primești mesaje despre el.',
  confirmLabel: 'Confirmă adresa de e-mail',
  pageLabel: 'Vezi feedbackul tău',
  notYou: 'Dacă nu tu ai trimis acest feedback, ignoră mesajul.',
  linkSubject: (account) => `Feedbackul tău pentru ${account}`,
  linkFor: (account) => `Acest link deschide pagina cu feedbackul tău pentru ${account}. Nu îl da altora.`,
  copyLink: 'Dacă butonul nu funcționează, copiază acest link în browser:',
  reason: (account) =>
    `Primești acest mesaj pentru că această adresă de e-mail a fost dată împreună cu un feedback pentru ${account}.`,
  unsubscribe: (account) => `Fără alte mesaje de la ${account}`,
  confirmVote: 'Confirmă-ți votul',
  confirmVotes: { few: 'Confirmă-ți cele {n} voturi', other: 'Confirmă-ți cele {n} de voturi' },
  votedFor: (account) => `Îți mulțumim. Iată pentru ce ai votat pe pagina echipei ${account}:`,
  more: { one: 'și încă {n}', few: 'și încă {n}', other: 'și încă {n}' },
  voteCounts:
    'Votul se ia în calcul abia după ce îl confirmi pe pagina ta. Apoi primești un mesaj când se schimbă ceva. Poți renunța oricând.',
  notYouVoted: 'Dacă nu tu ai votat, ignoră mesajul. Nu se va lua nimic în calcul.',
  votedReason: (account) =>
    `Primești acest mesaj pentru că cineva a votat pe pagina echipei ${account} cu această adresă de e-mail.`,
  updates: {
    new: 'Analizăm din nou acest lucru. Încă nu s-a hotărât nimic.',
    planned: 'Am hotărât să facem acest lucru. Acum este planificat.',
    building: 'Am început să lucrăm la acest lucru.',
    shipped: 'Este gata. Îți mulțumim, feedbackul tău ne-a ajutat.',
    declined:
      'Am hotărât să nu facem acest lucru. Poate că sperai la alt răspuns. Îți mulțumim că ne-ai spus ce este important pentru tine.',
  },
  cardLabel: 'Vezi detaliile',
  entryLabel: 'Citește mai departe',
  entryReason: (account) =>
    `Primești acest mesaj pentru că urmărești feedback pentru ${account} sau te-ai abonat la noutăți.`,
  subscriptionSubject: (account) => `Confirmă-ți abonarea: Noutăți – ${account}`,
  subscriptionFor: (account) =>
    `Această adresă de e-mail a fost dată pentru a primi un mesaj la fiecare noutate de la ${account}. Primești mesajele după ce confirmi.`,
  notYouSubscribed: 'Dacă nu tu ai cerut acest lucru, ignoră mesajul. Nu vei primi altele.',
  subscriptionReason: (account) =>
    `Primești acest mesaj pentru că această adresă de e-mail a fost dată pe pagina cu noutăți de la ${account}.`,
  updateReason: (account) =>
    `Primești acest mesaj pentru că ai vrut să știi ce se întâmplă cu feedbackul tău pentru ${account}.`,
};
