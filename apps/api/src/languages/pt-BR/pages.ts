import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap de ${account}`,
  statuses: {
    new: 'Em análise',
    planned: 'Planejado',
    building: 'Em desenvolvimento',
    shipped: 'Lançado',
    declined: 'Recusado',
  },
  emptyColumn: 'Nada no momento.',
  recently: 'Nos últimos 90 dias',
  requests: {
    one: 'Pedido por {n} pessoa',
    many: 'Pedido por {n} de pessoas',
    other: 'Pedido por {n} pessoas',
  },
  moved: (when) => `Mudança de status: ${when}`,
  progress: 'Andamento',
  feed: 'Feed',
  changelog: 'Novidades',
  changelogOf: (account) => `Novidades de ${account}`,
  emptyChangelog: 'Ainda não há novidades.',
  olderChanges: 'Novidades anteriores',
  newChanges: { one: '{n} nova', many: '{n} de novas', other: '{n} novas' },
  aboutItems: 'Do que se trata',
  subscribeHint: 'Receba um e-mail a cada novidade. Enviamos um link para você confirmar.',
  subscribe: 'Inscrever-se',
  subscribeSent:
    'Se você ainda não se inscreveu, uma mensagem com um link está a caminho. Confirme sua inscrição com ele.',
  similar: 'Já está no roadmap:',
  isItThis: [
    'Você quis dizer isto?',
    'Já está no roadmap. Se é isso que você queria dizer, não precisa enviar nada.',
  ],
  sendAnyway: 'Não, enviar meu feedback',
  vote: 'Votar',
  voterHint:
    'Com seu e-mail, você fica sabendo o que acontece com isso. Enviamos um link para confirmar seu voto.',
  voterName: 'Nome',
  checkMail:
    'Seu voto conta quando você o confirmar com o link da nossa mensagem. Se você já recebeu uma hoje, o link dela também confirma este voto.',
  votes: { one: '{n} voto', many: '{n} de votos', other: '{n} votos' },
  voted: ['Obrigado, seu voto conta', 'Cada rede tem um voto por item. Você pode retirar o seu.'],
  withdraw: 'Retirar meu voto',
  withdrawn: ['Seu voto foi retirado', 'Ele não conta mais.'],
  votingClosed: ['A votação está encerrada', 'Não é mais possível votar neste item.'],
  missing: ['Página não encontrada', 'Confira o link ou pergunte a quem o enviou.'],
  ended: ['Esta página não é mais pública', 'Os visitantes não podem mais vê-la.'],
};
