import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Roadmap',
  roadmapOf: (account) => `Roadmap de ${account}`,
  statuses: {
    new: 'Em análise',
    planned: 'Planeado',
    building: 'Em desenvolvimento',
    shipped: 'Lançado',
    declined: 'Recusado',
  },
  emptyColumn: 'De momento, nada.',
  recently: 'Nos últimos 90 dias',
  requests: {
    one: 'Pedido por {n} pessoa',
    many: 'Pedido por {n} de pessoas',
    other: 'Pedido por {n} pessoas',
  },
  moved: (when) => `Mudança de estado: ${when}`,
  progress: 'Evolução',
  feed: 'Feed',
  changelog: 'Novidades',
  changelogOf: (account) => `Novidades de ${account}`,
  emptyChangelog: 'Ainda não existem novidades.',
  olderChanges: 'Novidades anteriores',
  newChanges: { one: '{n} nova', many: '{n} de novas', other: '{n} novas' },
  aboutItems: 'De que se trata',
  subscribeHint: 'Receba um e-mail por cada novidade. Enviamos-lhe uma ligação para confirmar.',
  subscribe: 'Subscrever',
  subscribeSent:
    'Se ainda não subscreveu as novidades, vai receber uma mensagem com uma ligação. Confirme com ela a sua subscrição.',
  similar: 'Já está no roadmap:',
  isItThis: [
    'Refere-se a isto?',
    'Já está no roadmap. Se é isto que nos queria dizer, não precisa de enviar nada.',
  ],
  sendAnyway: 'Não, enviar o meu comentário',
  vote: 'Votar',
  voterHint:
    'Com o seu endereço de e-mail, fica a saber o que acontece a seguir. Enviamos-lhe uma ligação para confirmar o seu voto.',
  voterName: 'Nome',
  checkMail:
    'O seu voto conta quando o confirmar com a ligação da nossa mensagem. Se já recebeu uma hoje, essa ligação também confirma este voto.',
  votes: { one: '{n} voto', many: '{n} de votos', other: '{n} votos' },
  voted: ['Obrigado, o seu voto conta', 'Cada rede tem um voto por item. Pode retirar o seu.'],
  withdraw: 'Retirar o meu voto',
  withdrawn: ['O seu voto foi retirado', 'Já não conta.'],
  votingClosed: ['A votação está encerrada', 'Já não é possível votar neste item.'],
  missing: ['Página não encontrada', 'Verifique o link ou pergunte a quem o enviou.'],
  ended: ['Esta página já não é pública', 'Os visitantes já não a podem ver.'],
};
