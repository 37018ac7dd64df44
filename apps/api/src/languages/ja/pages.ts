import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: 'ロードマップ',
  roadmapOf: (account) => `${account}のロードマップ`,
  statuses: {
    new: '検討中',
    planned: '対応予定',
    building: '開発中',
    shipped: 'リリース済み',
    declined: '見送り',
  },
  emptyColumn: '現在はありません。',
  recently: '過去90日間',
  requests: { other: '{n}人が希望' },
  moved: (when) => `ステータス変更：${when}`,
  progress: '進捗状況',
  feed: 'フィード',
  similar: 'ロードマップに掲載済み：',
  isItThis: [
    'こちらのことでしょうか？',
    'すでにロードマップに掲載されています。同じ内容でしたら、送信していただく必要はありません。',
  ],
  sendAnyway: 'いいえ、意見を送信する',
  missing: ['ページが見つかりません', 'リンクを確認するか、リンクの送り主にお尋ねください。'],
  ended: ['このページは公開を終了しました', '現在はご覧いただけません。'],
};
