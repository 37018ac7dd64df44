import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'Yol haritası',
  roadmapOf: (account) => `${account} yol haritası`,
  statuses: {
    new: 'Değerlendiriliyor',
    planned: 'Planlandı',
    building: 'Geliştiriliyor',
    shipped: 'Yayınlandı',
    declined: 'Reddedildi',
  },
  emptyColumn: 'Şu anda bir şey yok.',
  recently: 'Son 90 gün içinde',
  requests: { one: '{n} kişi bunu istedi', other: '{n} kişi bunu istedi' },
  moved: (when) => `Durumu ${when} değişti`,
  progress: 'Gelişmeler',
  feed: 'Güncelleme akışı',
  changelog: 'Değişiklik günlüğü',
  changelogOf: (account) => `${account} değişiklik günlüğü`,
  emptyChangelog: 'Henüz değişiklik yok.',
  olderChanges: 'Daha eski değişiklikler',
  newChanges: { one: '{n} yeni', other: '{n} yeni' },
  aboutItems: 'Neyle ilgili',
  subscribeHint:
    'Her değişiklikle ilgili bir e-posta alın. Bunu onaylamanız için size bir bağlantı göndeririz.',
  subscribe: 'Abone ol',
  subscribeSent:
    'Henüz abone değilseniz bağlantıyı içeren bir mesaj yoldadır. Aboneliğinizi o bağlantıyla onaylayın.',
  similar: 'Yol haritasında zaten var:',
  isItThis: [
    'Bunu mu demek istediniz?',
    'Bu zaten yol haritasında var. Demek istediğiniz buysa bir şey göndermenize gerek yok.',
  ],
  sendAnyway: 'Hayır, geri bildirimimi gönder',
  vote: 'Oy ver',
  voterHint:
    'E-posta adresinizi verirseniz ne olacağını öğrenirsiniz. Oyunuzu onaylamanız için size bir bağlantı göndeririz.',
  voterName: 'Ad',
  checkMail:
    'Oyunuz, mesajımızdaki bağlantıyla onayladığınızda sayılır. Bugün zaten bir mesaj aldıysanız oradaki bağlantı bu oyu da onaylar.',
  votes: { one: '{n} oy', other: '{n} oy' },
  voted: ['Teşekkürler, oyunuz sayıldı', 'Her ağın her öğe için bir oyu vardır. Oyunuzu geri alabilirsiniz.'],
  withdraw: 'Oyumu geri al',
  withdrawn: ['Oyunuz geri alındı', 'Artık sayılmıyor.'],
  votingClosed: ['Oylama kapandı', 'Buna artık oy verilemiyor.'],
  missing: ['Sayfa bulunamadı', 'Bağlantıyı kontrol edin veya gönderen kişiye sorun.'],
  ended: ['Bu sayfa artık herkese açık değil', 'Ziyaretçiler bu sayfayı artık göremez.'],
};
