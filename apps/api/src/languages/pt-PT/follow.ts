import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Os seus comentários',
  ask: [
    'Quer saber o que acontece a seguir?',
    'Se confirmar, recebe uma mensagem quando algo mudar. Pode parar a qualquer momento.',
  ],
  confirm: 'Sim, quero receber mensagens',
  on: 'Recebe mensagens sobre os seus comentários.',
  off: 'Não recebe mensagens.',
  votes: ['Confirme os seus votos', 'Contam quando os confirmar. Descarte os que não são seus.'],
  confirmVotes: 'Confirmar votos',
  discard: 'Descartar',
  since: (date) => `Desde ${date}`,
  unnamed: 'Comentário registado em seu nome',
  stop: 'Não receber mensagens sobre isto',
  follow: 'Receber mensagens sobre isto',
  subscription: [
    'Subscrever as novidades?',
    'Se confirmar, recebe um e-mail por cada novidade. Pode parar a qualquer momento.',
  ],
  subscribed: 'Recebe um e-mail por cada novidade.',
  unsubscribe: 'Cancelar a subscrição',
  stopAll: 'Parar todas as mensagens',
  startAll: 'Voltar a receber mensagens',
  empty: 'Não há nada aqui.',
  data: 'Os seus dados',
  download: 'Transferir os meus dados',
  erase: 'Apagar os meus dados',
  eraseHeading: 'Apagar os seus dados?',
  eraseText: (account) =>
    `O seu endereço de e-mail é removido de todos os comentários para ${account}. O que escreveu mantém-se, sem o seu endereço. Não recebe mais mensagens e esta página deixa de funcionar. Não é possível anular.`,
  back: 'Voltar',
  erasedHeading: 'Os seus dados foram apagados',
  erasedText: (account) =>
    `O seu endereço de e-mail já não está guardado com nenhum comentário para ${account}.`,
  linkHeading: 'Obter a sua ligação',
  linkText:
    'Introduza o endereço de e-mail que indicou com o seu comentário. Se for conhecido aqui, recebe uma mensagem com uma ligação para a sua página.',
  sendLink: 'Enviar ligação',
  linkSent: [
    'Consulte o seu e-mail',
    'Se o seu endereço de e-mail for conhecido aqui, vai receber uma mensagem com uma ligação.',
  ],
  noMail: 'Este serviço não envia mensagens.',
  bookmark: 'Guarde esta ligação nos marcadores para ver o que acontece ao seu comentário:',
};
