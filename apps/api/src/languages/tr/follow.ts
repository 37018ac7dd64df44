import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Geri bildirimleriniz',
  ask: [
    'Ne olacağını öğrenmek ister misiniz?',
    'Onaylarsanız bir şey değiştiğinde mesaj alırsınız. İstediğiniz zaman durdurabilirsiniz.',
  ],
  confirm: 'Evet, bana mesaj gönderin',
  on: 'Geri bildirimlerinizle ilgili mesaj alıyorsunuz.',
  off: 'Hiç mesaj almıyorsunuz.',
  votes: ['Oylarınızı onaylayın', 'Onayladığınızda sayılırlar. Size ait olmayanları silin.'],
  confirmVotes: 'Oyları onayla',
  discard: 'Sil',
  since: (date) => `Başlangıç: ${date}`,
  unnamed: 'Sizin adınıza kaydedilen geri bildirim',
  stop: 'Bununla ilgili mesaj istemiyorum',
  follow: 'Bununla ilgili mesaj istiyorum',
  subscription: [
    'Değişiklik günlüğüne abone olmak ister misiniz?',
    'Onaylarsanız her değişiklikle ilgili bir e-posta alırsınız. İstediğiniz zaman durdurabilirsiniz.',
  ],
  subscribed: 'Her değişiklikle ilgili bir e-posta alıyorsunuz.',
  unsubscribe: 'Aboneliği sonlandır',
  stopAll: 'Tüm mesajları durdur',
  startAll: 'Mesajları yeniden aç',
  empty: 'Burada bir şey yok.',
  data: 'Verileriniz',
  download: 'Verilerimi indir',
  erase: 'Verilerimi sil',
  eraseHeading: 'Verileriniz silinsin mi?',
  eraseText: (account) =>
    `E-posta adresiniz ${account} için tüm geri bildirimlerden kaldırılır. Yazdıklarınız, adresiniz olmadan kalır. Başka mesaj almazsınız ve bu sayfa artık çalışmaz. Bu işlem geri alınamaz.`,
  back: 'Geri',
  erasedHeading: 'Verileriniz silindi',
  erasedText: (account) =>
    `E-posta adresiniz artık ${account} için hiçbir geri bildirimle birlikte saklanmıyor.`,
  linkHeading: 'Bağlantınızı alın',
  linkText:
    'Geri bildiriminizle birlikte verdiğiniz e-posta adresini yazın. Adres burada biliniyorsa sayfanızın bağlantısını içeren bir mesaj alırsınız.',
  sendLink: 'Bağlantıyı gönder',
  linkSent: [
    'E-postanıza bakın',
    'E-posta adresiniz burada biliniyorsa bağlantıyı içeren bir mesaj yoldadır.',
  ],
  noMail: 'Bu hizmet mesaj göndermez.',
  bookmark: 'Geri bildiriminize ne olduğunu görmek için bu bağlantıyı yer imlerine ekleyin:',
};
