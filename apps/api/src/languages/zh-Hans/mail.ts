import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `我们已收到您的反馈：${title}`,
  receivedBy: (account) => `谢谢。您向${account}发送了以下内容：`,
  confirm: '想知道后续进展吗？请在您的页面上确认电子邮件地址。在此之前，您不会收到相关消息。',
  confirmLabel: '确认电子邮件地址',
  pageLabel: '查看您的反馈',
  notYou: '如果这不是您发送的，请忽略此消息。',
  linkSubject: (account) => `您给${account}的反馈`,
  linkFor: (account) => `此链接会打开您给${account}的反馈页面。请勿分享给他人。`,
  copyLink: '如果按钮无法使用，请将此链接复制到浏览器中：',
  reason: (account) => `您收到此消息，是因为有人在向${account}提交反馈时填写了此电子邮件地址。`,
  unsubscribe: (account) => `不再接收${account}的消息`,
};
