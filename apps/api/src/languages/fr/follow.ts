import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Vos commentaires',
  ask: [
    'Voulez-vous savoir quelle suite y est donnée\u00a0?',
    'Confirmez pour recevoir un message en cas de changement. Vous pouvez arrêter à tout moment.',
  ],
  confirm: 'Oui, m’envoyer des messages',
  on: 'Vous recevez des messages au sujet de vos commentaires.',
  off: 'Vous ne recevez aucun message.',
  votes: [
    'Confirmez vos votes',
    'Ils sont pris en compte une fois confirmés. Écartez ceux qui ne sont pas de vous.',
  ],
  confirmVotes: 'Confirmer les votes',
  discard: 'Écarter',
  since: (date) => `Depuis le ${date}`,
  unnamed: 'Commentaire noté pour vous',
  stop: 'Ne plus recevoir de messages à ce sujet',
  follow: 'Recevoir des messages à ce sujet',
  subscription: [
    'S’abonner aux nouveautés\u00a0?',
    'Confirmez pour recevoir un e-mail à chaque nouveauté. Vous pouvez arrêter à tout moment.',
  ],
  subscribed: 'Vous recevez un e-mail à chaque nouveauté.',
  unsubscribe: 'Mettre fin à l’abonnement',
  stopAll: 'Arrêter tous les messages',
  startAll: 'Réactiver les messages',
  empty: 'Il n’y a rien ici.',
  data: 'Vos données',
  download: 'Télécharger mes données',
  erase: 'Effacer mes données',
  eraseHeading: 'Effacer vos données\u00a0?',
  eraseText: (account) =>
    `Votre adresse e-mail est retirée de tous les commentaires pour ${account}. Ce que vous avez écrit reste, sans votre adresse. Vous ne recevrez plus de messages et cette page ne fonctionnera plus. Cette action est irréversible.`,
  back: 'Retour',
  erasedHeading: 'Vos données sont effacées',
  erasedText: (account) =>
    `Votre adresse e-mail n’est plus enregistrée avec aucun commentaire pour ${account}.`,
  linkHeading: 'Recevoir votre lien',
  linkText:
    'Saisissez l’adresse e-mail que vous avez indiquée avec votre commentaire. Si elle est connue ici, vous recevrez un message avec un lien vers votre page.',
  sendLink: 'Envoyer le lien',
  linkSent: [
    'Consultez votre messagerie',
    'Si votre adresse e-mail est connue ici, un message avec un lien est en route.',
  ],
  noMail: 'Ce service n’envoie pas de messages.',
  bookmark: 'Ajoutez ce lien à vos favoris pour voir quelle suite est donnée à votre commentaire\u00a0:',
};
