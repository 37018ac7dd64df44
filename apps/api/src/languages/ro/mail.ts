import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Am primit feedbackul tău: ${title}`,
  receivedBy: (account) => `Îți mulțumim. Iată ce ai trimis echipei ${account}:`,
  confirm:
    'Vrei să știi ce se întâmplă cu el? Confirmă-ți adresa de e-mail pe pagina ta. Până atunci nu primești mesaje despre el.',
  confirmLabel: 'Confirmă adresa de e-mail',
  pageLabel: 'Vezi feedbackul tău',
  notYou: 'Dacă nu tu ai trimis acest feedback, ignoră mesajul.',
  linkSubject: (account) => `Feedbackul tău pentru ${account}`,
  linkFor: (account) => `Acest link deschide pagina cu feedbackul tău pentru ${account}. Nu îl da altora.`,
  copyLink: 'Dacă butonul nu funcționează, copiază acest link în browser:',
  reason: (account) =>
    `Primești acest mesaj pentru că această adresă de e-mail a fost dată împreună cu un feedback pentru ${account}.`,
  unsubscribe: (account) => `Fără alte mesaje de la ${account}`,
};
