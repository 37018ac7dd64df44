import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Tus comentarios',
  ask: [
    '¿Quieres saber qué pasa con ellos?',
    'Si confirmas, recibirás un mensaje cuando algo cambie. Puedes dejar de recibirlos cuando quieras.',
  ],
  confirm: 'Sí, quiero recibir mensajes',
  on: 'Recibes mensajes sobre tus comentarios.',
  off: 'No recibes ningún mensaje.',
  votes: ['Confirma tus votos', 'Cuentan cuando los confirmas. Descarta los que no sean tuyos.'],
  confirmVotes: 'Confirmar votos',
  discard: 'Descartar',
  since: (date) => `Desde el ${date}`,
  unnamed: 'Comentario anotado en tu nombre',
  stop: 'No recibir más mensajes sobre esto',
  follow: 'Recibir mensajes sobre esto',
  subscription: [
    '¿Quieres suscribirte a las novedades?',
    'Si confirmas, recibirás un correo con cada novedad. Puedes dejar de recibirlos cuando quieras.',
  ],
  subscribed: 'Recibes un correo con cada novedad.',
  unsubscribe: 'Cancelar la suscripción',
  stopAll: 'No recibir ningún mensaje',
  startAll: 'Volver a recibir mensajes',
  empty: 'Aquí no hay nada.',
  data: 'Tus datos',
  download: 'Descargar mis datos',
  erase: 'Borrar mis datos',
  eraseHeading: '¿Borrar tus datos?',
  eraseText: (account) =>
    `Tu correo electrónico se elimina de todos los comentarios para ${account}. Lo que escribiste se conserva, sin tu dirección. No recibirás más mensajes y esta página dejará de funcionar. No se puede deshacer.`,
  back: 'Volver',
  erasedHeading: 'Tus datos se han borrado',
  erasedText: (account) => `Tu correo electrónico ya no está guardado con ningún comentario para ${account}.`,
  linkHeading: 'Pedir tu enlace',
  linkText:
    'Escribe el correo electrónico que indicaste con tu comentario. Si lo conocemos, recibirás un mensaje con un enlace a tu página.',
  sendLink: 'Enviar enlace',
  linkSent: ['Revisa tu correo', 'Si conocemos tu correo electrónico, te llegará un mensaje con un enlace.'],
  noMail: 'Este servicio no envía mensajes.',
  bookmark: 'Guarda este enlace en tus marcadores para ver qué pasa con tu comentario:',
};
