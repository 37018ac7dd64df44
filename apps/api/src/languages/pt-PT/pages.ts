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
    one: '{n} pessoa quer isto',
    many: '{n} de pessoas querem isto',
    other: '{n} pessoas querem isto',
  },
  moved: (when) => `Mudança de estado: ${when}`,
  progress: 'Evolução',
  feed: 'Feed',
  similar: 'Já está no roadmap:',
  isItThis: [
    'Refere-se a isto?',
    'Já está no roadmap. Se é isto que nos queria dizer, não precisa de enviar nada.',
  ],
  sendAnyway: 'Não, enviar o meu comentário',
  missing: ['Página não encontrada', 'Verifique o link ou pergunte a quem o enviou.'],
  ended: ['Esta página já não é pública', 'Os visitantes já não a podem ver.'],
};
