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
  similar: '이미 로드맵에 있는 항목:',
  isItThis: ['혹시 이 내용인가요?', '이미 로드맵에 있습니다. 같은 내용이라면 보내지 않아도 됩니다.'],
  sendAnyway: '아니요, 의견 보내기',
  missing: ['페이지를 찾을 수 없습니다', '링크를 확인하거나 링크를 보낸 사람에게 문의하세요.'],
  ended: ['공개가 종료되었습니다', '이 페이지는 더 이상 공개되지 않습니다.'],
};
