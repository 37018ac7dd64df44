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
  changelog: '更新履歴',
  changelogOf: (account) => `${account}の更新履歴`,
  emptyChangelog: '更新はまだありません。',
  olderChanges: '以前の更新',
  newChanges: { other: '新着{n}件' },
  aboutItems: '関連する項目',
  subscribeHint: '更新があるたびにメールでお知らせします。確認するためのリンクをお送りします。',
  subscribe: '購読する',
  subscribeSent:
    'まだ購読されていない場合は、リンクを記載したメッセージをお送りします。そのリンクから購読を確認してください。',
  similar: 'ロードマップに掲載済み：',
  isItThis: [
    'こちらのことでしょうか？',
    'すでにロードマップに掲載されています。同じ内容でしたら、送信していただく必要はありません。',
  ],
  sendAnyway: 'いいえ、意見を送信する',
  vote: '投票する',
  voterHint:
    'メールアドレスを入力すると、その後の対応をお知らせします。投票を確認するためのリンクをお送りします。',
  voterName: 'お名前',
  checkMail:
    'メッセージのリンクから確認すると、投票が集計されます。本日すでにメッセージを受け取っている場合は、そのリンクからこの投票も確認できます。',
  votes: { other: '{n}票' },
  voted: ['投票ありがとうございます', '1つのネットワークにつき、項目ごとに1票です。投票は取り消せます。'],
  withdraw: '投票を取り消す',
  withdrawn: ['投票を取り消しました', 'この票は集計されません。'],
  votingClosed: ['投票は終了しました', 'この項目には投票できません。'],
  missing: ['ページが見つかりません', 'リンクを確認するか、リンクの送り主にお尋ねください。'],
  ended: ['このページは公開を終了しました', '現在はご覧いただけません。'],
};
