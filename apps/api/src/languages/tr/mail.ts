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
  confirmVote: 'Oyunuzu onaylayın',
  confirmVotes: { other: '{n} oyunuzu onaylayın' },
  votedFor: (account) => `Teşekkürler. ${account} sayfasında şuna oy verdiniz:`,
  more: { one: 've {n} tane daha', other: 've {n} tane daha' },
  voteCounts:
    'Oyunuz ancak sayfanızda onayladığınızda sayılır. Ardından bir şey değiştiğinde mesaj alırsınız. Bunu istediğiniz zaman durdurabilirsiniz.',
  notYouVoted: 'Oy veren siz değilseniz bu mesajı dikkate almayın. Hiçbir şey sayılmaz.',
  votedReason: (account) =>
    `Bu mesajı, ${account} sayfasında bu e-posta adresiyle oy verildiği için aldınız.`,
  updates: {
    new: 'Bunu yeniden değerlendiriyoruz. Henüz bir karar verilmedi.',
    planned: 'Bunu yapmaya karar verdik. Artık planımızda.',
    building: 'Bunun üzerinde çalışmaya başladık.',
    shipped: 'Bu artık hazır. Teşekkürler, geri bildiriminiz yardımcı oldu.',
    declined:
      'Bunu yapmamaya karar verdik. Belki farklı bir yanıt umuyordunuz. Sizin için neyin önemli olduğunu bize anlattığınız için teşekkürler.',
  },
  cardLabel: 'Ayrıntıları görün',
  entryLabel: 'Devamını okuyun',
  entryReason: (account) =>
    `Bu mesajı, ${account} için geri bildirimleri takip ettiğiniz veya değişiklik günlüğüne abone olduğunuz için aldınız.`,
  subscriptionSubject: (account) => `Aboneliğinizi onaylayın: ${account} değişiklik günlüğü`,
  subscriptionFor: (account) =>
    `Bu e-posta adresi, ${account} ekibinden her değişiklikle ilgili mesaj almak için verildi. Mesajları, bunu onayladığınızda alırsınız.`,
  notYouSubscribed: 'Bunu siz istemediyseniz bu mesajı dikkate almayın. Başka mesaj almazsınız.',
  subscriptionReason: (account) =>
    `Bu mesajı, bu e-posta adresi ${account} değişiklik günlüğü sayfasında verildiği için aldınız.`,
  updateReason: (account) =>
    `Bu mesajı, ${account} için geri bildirimlerinizin ne olacağını öğrenmek istediğiniz için aldınız.`,
};
