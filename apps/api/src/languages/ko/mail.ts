import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `의견을 받았습니다: ${title}`,
  receivedBy: (account) => `감사합니다. ${account} 팀에 다음 의견을 보내셨습니다:`,
  confirm:
    '의견이 어떻게 처리되는지 알고 싶으신가요? 내 페이지에서 이메일 주소를 확인해 주세요. 그때까지는 이 의견에 대한 메시지를 보내지 않습니다.',
  confirmLabel: '이메일 주소 확인',
  pageLabel: '내 의견 보기',
  notYou: '직접 보내지 않으셨다면 이 메시지를 무시하세요.',
  linkSubject: (account) => `${account} 팀에 보낸 의견`,
  linkFor: (account) =>
    `이 링크를 열면 ${account} 팀에 보낸 의견을 볼 수 있습니다. 다른 사람과 공유하지 마세요.`,
  copyLink: '버튼이 작동하지 않으면 이 링크를 브라우저에 복사하세요:',
  reason: (account) => `${account} 팀에 보낸 의견에 이 이메일 주소가 입력되어 이 메시지를 보내 드립니다.`,
  unsubscribe: (account) => `${account} 팀의 메시지를 더 이상 받지 않기`,
};
