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
  confirmVote: '투표 확인하기',
  confirmVotes: { other: '투표 {n}건 확인하기' },
  votedFor: (account) => `감사합니다. ${account} 팀의 다음 항목에 투표하셨습니다:`,
  more: { other: '외 {n}건' },
  voteCounts:
    '내 페이지에서 확인하셔야 투표가 집계됩니다. 그 후에는 변경 사항이 있을 때 메시지를 보내 드립니다. 메시지는 언제든지 중단할 수 있습니다.',
  notYouVoted: '직접 투표하지 않으셨다면 이 메시지를 무시하세요. 아무것도 집계되지 않습니다.',
  votedReason: (account) =>
    `이 이메일 주소로 ${account} 팀의 항목에 투표가 접수되어 이 메시지를 보내 드립니다.`,
  updates: {
    new: '이 의견을 다시 검토하고 있습니다. 아직 결정된 것은 없습니다.',
    planned: '이 의견을 반영하기로 결정했습니다. 이제 계획에 포함되었습니다.',
    building: '이 의견을 반영하는 작업을 시작했습니다.',
    shipped: '이 의견이 반영되었습니다. 보내 주신 의견이 도움이 되었습니다. 감사합니다.',
    declined:
      '이 의견은 반영하지 않기로 결정했습니다. 기대하신 답변이 아닐 수도 있습니다. 무엇이 중요한지 알려 주셔서 감사합니다.',
  },
  cardLabel: '자세히 보기',
  entryLabel: '계속 읽기',
  entryReason: (account) =>
    `${account} 팀에 보낸 의견에 대한 메시지를 받고 계시거나 변경 내역을 구독하고 계셔서 이 메시지를 보내 드립니다.`,
  subscriptionSubject: (account) => `구독을 확인해 주세요: ${account} 변경 내역`,
  subscriptionFor: (account) =>
    `${account} 팀의 변경 사항이 있을 때마다 메시지를 받도록 이 이메일 주소가 입력되었습니다. 확인하시면 메시지를 보내 드립니다.`,
  notYouSubscribed: '직접 요청하지 않으셨다면 이 메시지를 무시하세요. 더 이상 메시지를 보내지 않습니다.',
  subscriptionReason: (account) =>
    `${account} 변경 내역 페이지에 이 이메일 주소가 입력되어 이 메시지를 보내 드립니다.`,
  updateReason: (account) =>
    `${account} 팀에 보낸 의견이 어떻게 처리되는지 알고 싶다고 하셔서 이 메시지를 보내 드립니다.`,
};
