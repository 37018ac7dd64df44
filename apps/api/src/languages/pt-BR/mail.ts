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
  confirmVote: 'Confirmar seu voto',
  confirmVotes: { other: 'Confirmar seus {n} votos' },
  votedFor: (account) => `Agradecemos. Na página de ${account}, você votou em:`,
  more: { one: 'e mais {n}', other: 'e mais {n}' },
  voteCounts:
    'Seu voto só conta depois da confirmação na sua página. A partir daí, você recebe uma mensagem quando algo mudar. Você pode cancelar as mensagens a qualquer momento.',
  notYouVoted: 'Se não foi você que votou, ignore esta mensagem: nada será contado.',
  votedReason: (account) =>
    `Você recebeu esta mensagem porque alguém votou na página de ${account} com este e-mail.`,
  updates: {
    new: 'Estamos avaliando isso novamente. Ainda não há nada decidido.',
    planned: 'Decidimos fazer isso. Já está planejado.',
    building: 'Começamos a trabalhar nisso.',
    shipped: 'Já está pronto. Agradecemos: seu feedback nos ajudou.',
    declined:
      'Decidimos não fazer isso. Talvez não seja a resposta que você esperava. Agradecemos por nos dizer o que é importante para você.',
  },
  cardLabel: 'Ver detalhes',
  entryLabel: 'Ler mais',
  entryReason: (account) =>
    `Você recebeu esta mensagem porque acompanha feedbacks para ${account} ou se inscreveu nas novidades.`,
  subscriptionSubject: (account) => `Confirme sua inscrição: novidades de ${account}`,
  subscriptionFor: (account) =>
    `Este e-mail foi informado para receber uma mensagem a cada novidade de ${account}. Você recebe essas mensagens depois de confirmar.`,
  notYouSubscribed: 'Se não foi você que pediu, ignore esta mensagem: você não receberá outras.',
  subscriptionReason: (account) =>
    `Você recebeu esta mensagem porque este e-mail foi informado na página de novidades de ${account}.`,
  updateReason: (account) =>
    `Você recebeu esta mensagem porque queria saber o que acontece com seus feedbacks para ${account}.`,
};
