import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Recebemos o seu comentário: ${title}`,
  receivedBy: (account) => `Obrigado. Foi isto que enviou a ${account}:`,
  confirm:
    'Quer saber o que acontece a seguir? Confirme o seu endereço de e-mail na sua página. Até lá, não recebe mensagens sobre isto.',
  confirmLabel: 'Confirmar endereço de e-mail',
  pageLabel: 'Ver os seus comentários',
  notYou: 'Se não enviou isto, ignore esta mensagem.',
  linkSubject: (account) => `Os seus comentários para ${account}`,
  linkFor: (account) => `Esta ligação abre a página com os seus comentários para ${account}. Não a partilhe.`,
  copyLink: 'Se o botão não funcionar, copie esta ligação para o seu navegador:',
  reason: (account) =>
    `Recebeu esta mensagem porque este endereço de e-mail foi indicado com um comentário para ${account}.`,
  unsubscribe: (account) => `Não receber mais mensagens de ${account}`,
};
