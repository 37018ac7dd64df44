import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Saimme palautteesi: ${title}`,
  receivedBy: (account) => `Kiitos. Lähetit tämän (${account}):`,
  confirm:
    'Haluatko tietää, mitä palautteellesi tapahtuu? Vahvista sähköpostiosoitteesi omalla sivullasi. Sitä ennen et saa siitä viestejä.',
  confirmLabel: 'Vahvista sähköpostiosoite',
  pageLabel: 'Katso palautteesi',
  notYou: 'Jos et lähettänyt tätä, voit jättää viestin huomiotta.',
  linkSubject: (account) => `Palautteesi – ${account}`,
  linkFor: (account) => `Tämä linkki avaa sivun, jolla on palautteesi (${account}). Älä jaa sitä muille.`,
  copyLink: 'Jos painike ei toimi, kopioi tämä linkki selaimeesi:',
  reason: (account) =>
    `Sait tämän viestin, koska tämä sähköpostiosoite annettiin palautteen yhteydessä (${account}).`,
  unsubscribe: (account) => `Ei enää viestejä – ${account}`,
  confirmVote: 'Vahvista äänesi',
  confirmVotes: { other: 'Vahvista {n} ääntä' },
  votedFor: (account) => `Kiitos. Äänesi (${account}):`,
  more: { one: 'ja {n} muu', other: 'ja {n} muuta' },
  voteCounts:
    'Ääni lasketaan vasta, kun vahvistat sen omalla sivullasi. Sen jälkeen saat viestin, kun jokin muuttuu. Voit lopettaa viestit milloin tahansa.',
  notYouVoted: 'Jos et äänestänyt, voit jättää viestin huomiotta. Silloin mitään ei lasketa.',
  votedReason: (account) =>
    `Sait tämän viestin, koska tällä sähköpostiosoitteella äänestettiin (${account}).`,
  updates: {
    new: 'Harkitsemme tätä uudelleen. Mitään ei ole vielä päätetty.',
    planned: 'Päätimme toteuttaa tämän. Se on nyt suunnitelmissa.',
    building: 'Olemme alkaneet työstää tätä.',
    shipped: 'Tämä on nyt valmis. Kiitos, palautteestasi oli apua.',
    declined:
      'Päätimme, ettemme toteuta tätä. Ehkä toivoit toisenlaista vastausta. Kiitos, että kerroit, mikä sinulle on tärkeää.',
  },
  cardLabel: 'Katso lisätietoja',
  entryLabel: 'Lue lisää',
  entryReason: (account) =>
    `Sait tämän viestin, koska seuraat palautetta tai olet tilannut muutoslokin (${account}).`,
  subscriptionSubject: (account) => `Vahvista tilauksesi: Muutosloki – ${account}`,
  subscriptionFor: (account) =>
    `Tällä sähköpostiosoitteella tilattiin viesti jokaisesta muutoksesta (${account}). Saat viestejä, kun vahvistat tilauksen.`,
  notYouSubscribed: 'Jos et pyytänyt tätä, voit jättää viestin huomiotta. Silloin et saa muita viestejä.',
  subscriptionReason: (account) =>
    `Sait tämän viestin, koska tämä sähköpostiosoite annettiin muutoslokin sivulla (${account}).`,
  updateReason: (account) =>
    `Sait tämän viestin, koska halusit tietää, mitä palautteellesi tapahtuu (${account}).`,
};
