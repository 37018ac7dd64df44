import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'خارطة الطريق',
  roadmapOf: (account) => `خارطة طريق \u2068${account}\u2069`,
  statuses: {
    new: 'قيد الدراسة',
    planned: 'مخطط له',
    building: 'قيد التطوير',
    shipped: 'مُنجَز',
    declined: 'مرفوض',
  },
  emptyColumn: 'لا شيء حاليًا.',
  recently: 'خلال آخر 90 يومًا',
  requests: {
    zero: 'لم يطلبه أحد',
    one: 'طلبه شخص واحد',
    two: 'طلبه شخصان',
    few: 'طلبه {n} أشخاص',
    many: 'طلبه {n} شخصًا',
    other: 'طلبه {n} شخص',
  },
  moved: (when) => `تغيّرت الحالة ${when}`,
  progress: 'مراحل التقدّم',
  feed: 'خلاصة التحديثات',
  similar: 'مدرج بالفعل في خارطة الطريق:',
  isItThis: [
    'هل هذا ما تقصده؟',
    'هذا مدرج بالفعل في خارطة الطريق. إن كان هو ما تقصده، فلا داعي لإرسال أي شيء.',
  ],
  sendAnyway: 'لا، أرسل ملاحظاتي',
  missing: ['لم يُعثر على الصفحة', 'تحقّق من الرابط، أو اسأل من أرسله إليك.'],
  ended: ['لم تعد هذه الصفحة متاحة للعموم', 'لم يعد بإمكان الزوار الاطلاع عليها.'],
};
