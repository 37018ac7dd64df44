import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Nous avons reçu votre commentaire\u00a0: ${title}`,
  receivedBy: (account) => `Merci. Voici ce que vous avez envoyé à ${account}\u00a0:`,
  confirm:
    'Voulez-vous savoir quelle suite y est donnée\u00a0? Confirmez votre adresse e-mail sur votre page. D’ici là, vous ne recevrez aucun message à ce sujet.',
  confirmLabel: 'Confirmer l’adresse e-mail',
  pageLabel: 'Voir vos commentaires',
  notYou: 'Si vous n’êtes pas à l’origine de cet envoi, ignorez ce message.',
  linkSubject: (account) => `Vos commentaires pour ${account}`,
  linkFor: (account) => `Ce lien ouvre la page avec vos commentaires pour ${account}. Ne le partagez pas.`,
  copyLink: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur\u00a0:',
  reason: (account) =>
    `Vous recevez ce message, car cette adresse e-mail a été indiquée avec un commentaire pour ${account}.`,
  unsubscribe: (account) => `Ne plus recevoir de messages de ${account}`,
  confirmVote: 'Confirmer votre vote',
  confirmVotes: { other: 'Confirmer vos {n} votes' },
  votedFor: (account) => `Merci. Chez ${account}, vous avez voté pour\u00a0:`,
  more: { one: 'et {n} autre', other: 'et {n} autres' },
  voteCounts:
    'Votre vote ne compte qu’après confirmation sur votre page. Vous recevrez ensuite un message à chaque changement. Vous pourrez y mettre fin à tout moment.',
  notYouVoted: 'Si vous n’avez pas voté, ignorez ce message\u00a0: rien ne sera compté.',
  votedReason: (account) =>
    `Vous recevez ce message, car quelqu’un a voté chez ${account} avec cette adresse e-mail.`,
  updates: {
    new: 'Nous examinons à nouveau ce point. Rien n’est encore décidé.',
    planned: 'Nous avons décidé de le faire. C’est désormais planifié.',
    building: 'Nous avons commencé à y travailler.',
    shipped: 'C’est fait. Merci\u00a0: votre avis nous a aidés.',
    declined:
      'Nous avons décidé de ne pas donner suite. Ce n’est peut-être pas la réponse que vous espériez. Merci de nous avoir dit ce qui compte pour vous.',
  },
  cardLabel: 'Voir les détails',
  entryLabel: 'Lire la suite',
  entryReason: (account) =>
    `Vous recevez ce message, car vous suivez des commentaires pour ${account} ou avez un abonnement à ses nouveautés.`,
  subscriptionSubject: (account) => `Confirmez votre abonnement\u00a0: nouveautés de ${account}`,
  subscriptionFor: (account) =>
    `Cette adresse e-mail a été indiquée pour recevoir un message à chaque nouveauté de ${account}. Vous ne recevrez ces messages qu’après confirmation.`,
  notYouSubscribed: 'Si vous n’avez rien demandé, ignorez ce message\u00a0: vous n’en recevrez pas d’autre.',
  subscriptionReason: (account) =>
    `Vous recevez ce message, car cette adresse e-mail a été indiquée sur la page des nouveautés de ${account}.`,
  updateReason: (account) =>
    `Vous recevez ce message, car vous vouliez savoir quelle suite est donnée à vos commentaires pour ${account}.`,
};
