import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `وصلتنا ملاحظاتك: \u2068${title}\u2069`,
  receivedBy: (account) => `شكرًا لك. هذا ما أرسلته إلى فريق \u2068${account}\u2069:`,
  confirm:
    'هل تريد معرفة ما سيحدث بشأنها؟ أكّد عنوان بريدك الإلكتروني في صفحتك. وحتى ذلك الحين لن تصلك رسائل بشأنها.',
  confirmLabel: 'تأكيد عنوان البريد الإلكتروني',
  pageLabel: 'عرض ملاحظاتك',
  notYou: 'إذا لم ترسل هذه الملاحظات، فتجاهل هذه الرسالة.',
  linkSubject: (account) => `ملاحظاتك إلى فريق \u2068${account}\u2069`,
  linkFor: (account) => `يفتح هذا الرابط صفحة ملاحظاتك إلى فريق \u2068${account}\u2069. لا تشاركه مع أحد.`,
  copyLink: 'إذا لم يعمل الزر، فانسخ هذا الرابط إلى متصفحك:',
  reason: (account) =>
    `وصلتك هذه الرسالة لأن عنوان البريد الإلكتروني هذا أُدخل مع ملاحظات إلى فريق \u2068${account}\u2069.`,
  unsubscribe: (account) => `إيقاف رسائل فريق \u2068${account}\u2069`,
};
