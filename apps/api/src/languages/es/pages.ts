import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Hoja de ruta',
  roadmapOf: (account) => `Hoja de ruta de ${account}`,
  statuses: {
    new: 'En estudio',
    planned: 'Planificado',
    building: 'En desarrollo',
    shipped: 'Lanzado',
    declined: 'Descartado',
  },
  emptyColumn: 'Nada por el momento.',
  recently: 'En los últimos 90 días',
  requests: {
    one: 'Pedido por {n} persona',
    many: 'Pedido por {n} de personas',
    other: 'Pedido por {n} personas',
  },
  moved: (when) => `Cambió de estado ${when}`,
  progress: 'Evolución',
  feed: 'Feed',
  changelog: 'Novedades',
  changelogOf: (account) => `Novedades de ${account}`,
  emptyChangelog: 'Todavía no hay novedades.',
  olderChanges: 'Novedades anteriores',
  newChanges: { one: '{n} nueva', many: '{n} de nuevas', other: '{n} nuevas' },
  aboutItems: 'De qué trata',
  subscribeHint: 'Recibe un correo con cada novedad. Te enviaremos un enlace para confirmarlo.',
  subscribe: 'Suscribirse',
  subscribeSent:
    'Si todavía no te has suscrito, te llegará un mensaje con un enlace. Confirma con él tu suscripción.',
  similar: 'Ya está en la hoja de ruta:',
  isItThis: [
    '¿Te refieres a esto?',
    'Ya está en la hoja de ruta. Si es lo que querías contarnos, no hace falta que envíes nada.',
  ],
  sendAnyway: 'No, enviar mi comentario',
  vote: 'Votar',
  voterHint:
    'Con tu correo electrónico sabrás qué pasa con esto. Te enviaremos un enlace para confirmar tu voto.',
  voterName: 'Nombre',
  checkMail:
    'Tu voto contará cuando lo confirmes con el enlace de nuestro mensaje. Si ya recibiste uno hoy, su enlace también confirma este voto.',
  votes: { one: '{n} voto', many: '{n} de votos', other: '{n} votos' },
  voted: ['Gracias, tu voto cuenta', 'Cada red tiene un voto por elemento. Puedes retirar el tuyo.'],
  withdraw: 'Retirar mi voto',
  withdrawn: ['Has retirado tu voto', 'Ya no cuenta.'],
  votingClosed: ['La votación está cerrada', 'Ya no se puede votar por este elemento.'],
  missing: ['No encontramos la página', 'Revisa el enlace o pregunta a quien te lo envió.'],
  ended: ['Esta página ya no es pública', 'Los visitantes ya no pueden verla.'],
};
