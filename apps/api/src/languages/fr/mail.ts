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
};
