import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: '로드맵',
  roadmapOf: (account) => `${account} 로드맵`,
  statuses: {
    new: '검토 중',
    planned: '예정',
    building: '개발 중',
    shipped: '출시 완료',
    declined: '미채택',
  },
  emptyColumn: '지금은 없습니다.',
  recently: '최근 90일',
  requests: { other: '{n}명이 요청했습니다' },
  moved: (when) => `상태 변경: ${when}`,
  progress: '진행 상황',
  feed: '피드',
  changelog: '변경 내역',
  changelogOf: (account) => `${account} 변경 내역`,
  emptyChangelog: '아직 변경 내역이 없습니다.',
  olderChanges: '이전 변경 내역',
  newChanges: { other: '새 항목 {n}개' },
  aboutItems: '관련 항목',
  subscribeHint:
    '변경 사항이 있을 때마다 이메일을 보내 드립니다. 구독을 확인할 수 있는 링크를 보내 드립니다.',
  subscribe: '구독하기',
  subscribeSent:
    '아직 구독하지 않으셨다면 링크가 담긴 메시지가 곧 도착합니다. 그 링크에서 구독을 확인해 주세요.',
  similar: '이미 로드맵에 있는 항목:',
  isItThis: ['혹시 이 내용인가요?', '이미 로드맵에 있습니다. 같은 내용이라면 보내지 않아도 됩니다.'],
  sendAnyway: '아니요, 의견 보내기',
  vote: '투표하기',
  voterHint:
    '이메일 주소를 입력하시면 진행 상황을 알려 드립니다. 투표를 확인할 수 있는 링크를 보내 드립니다.',
  voterName: '이름',
  checkMail:
    '보내 드린 메시지의 링크에서 확인하시면 투표가 집계됩니다. 오늘 이미 메시지를 받으셨다면 그 링크에서 이 투표도 확인할 수 있습니다.',
  votes: { other: '{n}표' },
  voted: ['투표해 주셔서 감사합니다', '네트워크마다 항목당 한 표만 집계됩니다. 투표는 취소할 수 있습니다.'],
  withdraw: '투표 취소',
  withdrawn: ['투표를 취소했습니다', '더 이상 집계되지 않습니다.'],
  votingClosed: ['투표가 종료되었습니다', '이 항목에는 더 이상 투표할 수 없습니다.'],
  missing: ['페이지를 찾을 수 없습니다', '링크를 확인하거나 링크를 보낸 사람에게 문의하세요.'],
  ended: ['공개가 종료되었습니다', '이 페이지는 더 이상 공개되지 않습니다.'],
};
