import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Seus feedbacks',
  ask: [
    'Quer saber o que acontece com eles?',
    'Se confirmar, você recebe uma mensagem quando algo mudar. Você pode parar a qualquer momento.',
  ],
  confirm: 'Sim, quero receber mensagens',
  on: 'Você recebe mensagens sobre seus feedbacks.',
  off: 'Você não recebe mensagens.',
  votes: ['Confirme seus votos', 'Eles contam quando você os confirmar. Descarte os que não são seus.'],
  confirmVotes: 'Confirmar votos',
  discard: 'Descartar',
  since: (date) => `Desde ${date}`,
  unnamed: 'Feedback anotado em seu nome',
  stop: 'Não receber mensagens sobre isto',
  follow: 'Receber mensagens sobre isto',
  subscription: [
    'Quer se inscrever nas novidades?',
    'Se confirmar, você recebe um e-mail a cada novidade. Você pode parar a qualquer momento.',
  ],
  subscribed: 'Você recebe um e-mail a cada novidade.',
  unsubscribe: 'Cancelar a inscrição',
  stopAll: 'Parar todas as mensagens',
  startAll: 'Voltar a receber mensagens',
  empty: 'Não há nada aqui.',
  data: 'Seus dados',
  download: 'Baixar meus dados',
  erase: 'Apagar meus dados',
  eraseHeading: 'Apagar seus dados?',
  eraseText: (account) =>
    `Seu e-mail é removido de todos os feedbacks para ${account}. O que você escreveu continua, sem seu e-mail. Você não recebe mais mensagens, e esta página deixa de funcionar. Não é possível desfazer.`,
  back: 'Voltar',
  erasedHeading: 'Seus dados foram apagados',
  erasedText: (account) => `Seu e-mail não está mais salvo em nenhum feedback para ${account}.`,
  linkHeading: 'Receber seu link',
  linkText:
    'Digite o e-mail que você informou com seu feedback. Se ele for conhecido aqui, você recebe uma mensagem com um link para sua página.',
  sendLink: 'Enviar link',
  linkSent: [
    'Confira seu e-mail',
    'Se seu e-mail for conhecido aqui, uma mensagem com um link está a caminho.',
  ],
  noMail: 'Este serviço não envia mensagens.',
  bookmark: 'Salve este link nos favoritos para ver o que acontece com seu feedback:',
};
