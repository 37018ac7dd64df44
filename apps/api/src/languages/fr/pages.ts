import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Feuille de route',
  roadmapOf: (account) => `Feuille de route\u00a0: ${account}`,
  statuses: {
    new: 'À l’étude',
    planned: 'Planifié',
    building: 'En cours',
    shipped: 'Livré',
    declined: 'Non retenu',
  },
  emptyColumn: 'Rien pour le moment.',
  recently: 'Au cours des 90 derniers jours',
  requests: {
    one: 'Demandé par {n} personne',
    many: 'Demandé par {n} de personnes',
    other: 'Demandé par {n} personnes',
  },
  moved: (when) => `Statut modifié ${when}`,
  progress: 'Avancement',
  feed: 'Flux',
  changelog: 'Nouveautés',
  changelogOf: (account) => `Nouveautés\u00a0: ${account}`,
  emptyChangelog: 'Pas encore de nouveautés.',
  olderChanges: 'Nouveautés précédentes',
  newChanges: { one: '{n} nouvelle', many: '{n} de nouvelles', other: '{n} nouvelles' },
  aboutItems: 'De quoi il s’agit',
  subscribeHint: 'Recevez un e-mail à chaque nouveauté. Nous vous envoyons un lien pour le confirmer.',
  subscribe: 'S’abonner',
  subscribeSent:
    'Si vous n’avez pas encore d’abonnement, un message avec un lien est en route. Confirmez votre abonnement avec ce lien.',
  similar: 'Déjà dans la feuille de route\u00a0:',
  isItThis: [
    'Est-ce de cela que vous parlez\u00a0?',
    'C’est déjà dans la feuille de route. Si c’est ce que vous vouliez nous dire, inutile d’envoyer votre commentaire.',
  ],
  sendAnyway: 'Non, envoyer mon commentaire',
  vote: 'Voter',
  voterHint:
    'Avec votre adresse e-mail, vous saurez quelle suite y est donnée. Nous vous envoyons un lien pour confirmer votre vote.',
  voterName: 'Nom',
  checkMail:
    'Votre vote sera pris en compte quand vous l’aurez confirmé avec le lien de notre message. Si vous en avez déjà reçu un aujourd’hui, son lien confirme aussi ce vote.',
  votes: { one: '{n} vote', many: '{n} de votes', other: '{n} votes' },
  voted: [
    'Merci, votre vote est pris en compte',
    'Chaque réseau dispose d’un vote par élément. Vous pouvez retirer le vôtre.',
  ],
  withdraw: 'Retirer mon vote',
  withdrawn: ['Votre vote a été retiré', 'Il n’est plus pris en compte.'],
  votingClosed: ['Les votes sont clos', 'Il n’est plus possible de voter pour cet élément.'],
  missing: ['Page introuvable', 'Vérifiez le lien ou contactez la personne qui vous l’a envoyé.'],
  ended: ['Cette page n’est plus publique', 'Les visiteurs ne peuvent plus la consulter.'],
};
