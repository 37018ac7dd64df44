import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `Geri bildiriminizi aldık: ${title}`,
  receivedBy: (account) => `Teşekkürler. ${account} ekibine şunu gönderdiniz:`,
  confirm:
    'Ne olacağını öğrenmek ister misiniz? Sayfanızda e-posta adresinizi onaylayın. O zamana kadar bununla ilgili mesaj almazsınız.',
  confirmLabel: 'E-posta adresini onayla',
  pageLabel: 'Geri bildirimlerinizi görün',
  notYou: 'Bunu siz göndermediyseniz bu mesajı dikkate almayın.',
  linkSubject: (account) => `${account} için geri bildirimleriniz`,
  linkFor: (account) =>
    `Bu bağlantı, ${account} için geri bildirimlerinizin bulunduğu sayfayı açar. Başkalarıyla paylaşmayın.`,
  copyLink: 'Düğme çalışmazsa bu bağlantıyı tarayıcınıza kopyalayın:',
  reason: (account) =>
    `Bu mesajı, bu e-posta adresi ${account} için bir geri bildirimle birlikte verildiği için aldınız.`,
  unsubscribe: (account) => `${account} ekibinden başka mesaj istemiyorum`,
};
