import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Recebemos seu feedback: ${title}`,
  receivedBy: (account) => `Agradecemos. Isto é o que você enviou para ${account}:`,
  confirm:
    'Quer saber o que acontece com ele? Confirme seu e-mail na sua página. Até lá, você não recebe mensagens sobre isso.',
  confirmLabel: 'Confirmar e-mail',
  pageLabel: 'Ver seus feedbacks',
  notYou: 'Se não foi você que enviou, ignore esta mensagem.',
  linkSubject: (account) => `Seus feedbacks para ${account}`,
  linkFor: (account) => `Este link abre a página com seus feedbacks para ${account}. Não compartilhe.`,
  copyLink: 'Se o botão não funcionar, copie este link no seu navegador:',
  reason: (account) =>
    `Você recebeu esta mensagem porque este e-mail foi informado com um feedback para ${account}.`,
  unsubscribe: (account) => `Não receber mais mensagens de ${account}`,
};
