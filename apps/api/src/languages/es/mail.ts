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
};
