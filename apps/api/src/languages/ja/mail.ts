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
};
