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
  confirmVote: 'Confirmar o seu voto',
  confirmVotes: { other: 'Confirmar os seus {n} votos' },
  votedFor: (account) => `Obrigado. Na página de ${account}, votou em:`,
  more: { one: 'e mais {n}', other: 'e mais {n}' },
  voteCounts:
    'O seu voto só conta depois de o confirmar na sua página. A partir daí, recebe uma mensagem quando algo mudar. Pode cancelar as mensagens a qualquer momento.',
  notYouVoted: 'Se não votou, ignore esta mensagem: nada será contado.',
  votedReason: (account) =>
    `Recebeu esta mensagem porque alguém votou na página de ${account} com este endereço de e-mail.`,
  updates: {
    new: 'Estamos a avaliar isto novamente. Ainda não há nada decidido.',
    planned: 'Decidimos fazê-lo. Já está planeado.',
    building: 'Começámos a trabalhar nisto.',
    shipped: 'Já está pronto. Obrigado: a sua opinião ajudou-nos.',
    declined:
      'Decidimos não o fazer. Talvez não seja a resposta que esperava. Obrigado por nos dizer o que é importante para si.',
  },
  cardLabel: 'Ver detalhes',
  entryLabel: 'Ler mais',
  entryReason: (account) =>
    `Recebeu esta mensagem porque acompanha comentários para ${account} ou subscreveu as novidades.`,
  subscriptionSubject: (account) => `Confirme a sua subscrição: novidades de ${account}`,
  subscriptionFor: (account) =>
    `Este endereço de e-mail foi indicado para receber uma mensagem por cada novidade de ${account}. Recebe essas mensagens depois de confirmar.`,
  notYouSubscribed: 'Se não fez este pedido, ignore esta mensagem: não receberá outras.',
  subscriptionReason: (account) =>
    `Recebeu esta mensagem porque este endereço de e-mail foi indicado na página de novidades de ${account}.`,
  updateReason: (account) =>
    `Recebeu esta mensagem porque queria saber o que acontece com os seus comentários para ${account}.`,
};
