import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `We hebben je feedback ontvangen: ${title}`,
  receivedBy: (account) => `Bedankt. Dit heb je naar ${account} gestuurd:`,
  confirm:
    'Wil je weten wat ermee gebeurt? Bevestig je e-mailadres op je pagina. Tot die tijd krijg je er geen berichten over.',
  confirmLabel: 'E-mailadres bevestigen',
  pageLabel: 'Je feedback bekijken',
  notYou: 'Heb je dit niet gestuurd? Dan kun je dit bericht negeren.',
  linkSubject: (account) => `Je feedback voor ${account}`,
  linkFor: (account) =>
    `Deze link opent de pagina met je feedback voor ${account}. Deel hem niet met anderen.`,
  copyLink: 'Werkt de knop niet? Kopieer dan deze link in je browser:',
  reason: (account) =>
    `Je krijgt dit bericht omdat dit e-mailadres is opgegeven bij feedback voor ${account}.`,
  unsubscribe: (account) => `Geen berichten meer van ${account}`,
  confirmVote: 'Je stem bevestigen',
  confirmVotes: { other: 'Je {n} stemmen bevestigen' },
  votedFor: (account) => `Bedankt. Hierop heb je bij ${account} gestemd:`,
  more: { one: 'en nog {n}', other: 'en nog {n}' },
  voteCounts:
    'Je stem telt pas als je die op je pagina bevestigt. Daarna krijg je een bericht als er iets verandert. Je kunt de berichten altijd stoppen.',
  notYouVoted: 'Heb je niet gestemd? Dan kun je dit bericht negeren. Dan telt er niets mee.',
  votedReason: (account) => `Je krijgt dit bericht omdat er bij ${account} met dit e-mailadres is gestemd.`,
  updates: {
    new: 'We bekijken dit opnieuw. Er is nog niets besloten.',
    planned: 'We hebben besloten om dit te doen. Het staat nu op de planning.',
    building: 'We zijn hiermee aan de slag gegaan.',
    shipped: 'Dit is klaar. Bedankt, je feedback heeft geholpen.',
    declined:
      'We hebben besloten om dit niet te doen. Misschien had je op iets anders gehoopt. Bedankt dat je ons hebt verteld wat je belangrijk vindt.',
  },
  cardLabel: 'Details bekijken',
  entryLabel: 'Verder lezen',
  entryReason: (account) =>
    `Je krijgt dit bericht omdat je feedback voor ${account} volgt of op de wijzigingen bent geabonneerd.`,
  subscriptionSubject: (account) => `Bevestig je abonnement: wijzigingen van ${account}`,
  subscriptionFor: (account) =>
    `Dit e-mailadres is opgegeven om een bericht te krijgen bij elke wijziging van ${account}. Je krijgt die berichten zodra je dat bevestigt.`,
  notYouSubscribed:
    'Heb je hier niet om gevraagd? Dan kun je dit bericht negeren. Je krijgt er dan geen meer.',
  subscriptionReason: (account) =>
    `Je krijgt dit bericht omdat dit e-mailadres is opgegeven op de pagina met wijzigingen van ${account}.`,
  updateReason: (account) =>
    `Je krijgt dit bericht omdat je wilde weten wat er met je feedback voor ${account} gebeurt.`,
};
