import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `ご意見を受け付けました：${title}`,
  receivedBy: (account) => `ありがとうございます。${account}に次のご意見を送信されました：`,
  confirm:
    'その後の対応をお知りになりたい場合は、ご自身のページでメールアドレスを確認してください。それまでは、この件についてのお知らせは届きません。',
  confirmLabel: 'メールアドレスを確認する',
  pageLabel: 'ご意見を見る',
  notYou: 'お心当たりがない場合は、このメッセージを無視してください。',
  linkSubject: (account) => `${account}へのご意見`,
  linkFor: (account) =>
    `このリンクを開くと、${account}へのご意見のページが表示されます。他の人に教えないでください。`,
  copyLink: 'ボタンが機能しない場合は、このリンクをブラウザにコピーしてください：',
  reason: (account) =>
    `${account}へのご意見とともにこのメールアドレスが入力されたため、このメッセージをお送りしています。`,
  unsubscribe: (account) => `${account}からのメッセージを停止する`,
  confirmVote: '投票を確定する',
  confirmVotes: { other: '{n}件の投票を確定する' },
  votedFor: (account) => `ありがとうございます。${account}で次の項目に投票されました：`,
  more: { other: 'ほか{n}件' },
  voteCounts:
    '投票は、ご自身のページで確定すると有効になります。その後は、状況が変わるとお知らせが届きます。お知らせはいつでも停止できます。',
  notYouVoted: 'お心当たりがない場合は、このメッセージを無視してください。その場合、投票は数えられません。',
  votedReason: (account) =>
    `このメールアドレスで${account}の項目に投票があったため、このメッセージをお送りしています。`,
  updates: {
    new: 'この件を改めて検討しています。まだ何も決まっていません。',
    planned: 'この件に対応することに決めました。今後の予定に入っています。',
    building: 'この件への対応を始めました。',
    shipped: 'この件への対応が完了しました。いただいたご意見が役に立ちました。ありがとうございました。',
    declined:
      'この件への対応は見送ることにしました。ご期待に沿えず申し訳ありません。貴重なお考えをお聞かせいただき、ありがとうございました。',
  },
  cardLabel: '詳細を見る',
  entryLabel: '続きを読む',
  entryReason: (account) =>
    `${account}へのご意見についてのお知らせを受け取っているか、更新履歴を購読されているため、このメッセージをお送りしています。`,
  subscriptionSubject: (account) => `購読を確認してください：${account}の更新履歴`,
  subscriptionFor: (account) =>
    `${account}の更新があるたびにお知らせを受け取るため、このメールアドレスが入力されました。確認すると、お知らせが届くようになります。`,
  notYouSubscribed:
    'お心当たりがない場合は、このメッセージを無視してください。その場合、今後メッセージは届きません。',
  subscriptionReason: (account) =>
    `${account}の更新履歴のページでこのメールアドレスが入力されたため、このメッセージをお送りしています。`,
  updateReason: (account) =>
    `${account}へのご意見のその後についてお知らせを希望されたため、このメッセージをお送りしています。`,
};
