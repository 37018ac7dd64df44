import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Hemos recibido tu comentario: ${title}`,
  receivedBy: (account) => `Gracias. Esto es lo que has enviado a ${account}:`,
  confirm:
    '¿Quieres saber qué pasa con tu comentario? Confirma tu correo electrónico en tu página. Hasta entonces no recibirás mensajes al respecto.',
  confirmLabel: 'Confirmar correo electrónico',
  pageLabel: 'Ver tus comentarios',
  notYou: 'Si no lo has enviado tú, ignora este mensaje.',
  linkSubject: (account) => `Tus comentarios para ${account}`,
  linkFor: (account) => `Este enlace abre la página con tus comentarios para ${account}. No lo compartas.`,
  copyLink: 'Si el botón no funciona, copia este enlace en tu navegador:',
  reason: (account) =>
    `Recibes este mensaje porque se indicó este correo electrónico con un comentario para ${account}.`,
  unsubscribe: (account) => `No recibir más mensajes de ${account}`,
  confirmVote: 'Confirmar tu voto',
  confirmVotes: { other: 'Confirmar tus {n} votos' },
  votedFor: (account) => `Gracias. Has votado en la página de ${account} por:`,
  more: { one: 'y {n} más', other: 'y {n} más' },
  voteCounts:
    'Tu voto solo contará cuando lo confirmes en tu página. A partir de entonces recibirás un mensaje cuando algo cambie. Puedes dejar de recibir mensajes cuando quieras.',
  notYouVoted: 'Si no has votado tú, ignora este mensaje: no se contará nada.',
  votedReason: (account) =>
    `Recibes este mensaje porque alguien ha votado en la página de ${account} con este correo electrónico.`,
  updates: {
    new: 'Lo estamos estudiando de nuevo. Todavía no hay nada decidido.',
    planned: 'Hemos decidido hacerlo. Ya está planificado.',
    building: 'Hemos empezado a trabajar en ello.',
    shipped: 'Ya está hecho. Gracias: tu opinión nos ha ayudado.',
    declined:
      'Hemos decidido no hacerlo. Puede que no sea la respuesta que esperabas. Gracias por contarnos qué es importante para ti.',
  },
  cardLabel: 'Ver detalles',
  entryLabel: 'Leer más',
  entryReason: (account) =>
    `Recibes este mensaje porque sigues comentarios para ${account} o te has suscrito a sus novedades.`,
  subscriptionSubject: (account) => `Confirma tu suscripción: novedades de ${account}`,
  subscriptionFor: (account) =>
    `Se indicó este correo electrónico para recibir un mensaje con cada novedad de ${account}. Recibirás estos mensajes cuando lo confirmes.`,
  notYouSubscribed: 'Si no lo has pedido tú, ignora este mensaje: no recibirás ninguno más.',
  subscriptionReason: (account) =>
    `Recibes este mensaje porque se indicó este correo electrónico en la página de novedades de ${account}.`,
  updateReason: (account) =>
    `Recibes este mensaje porque querías saber qué pasa con tus comentarios para ${account}.`,
};
