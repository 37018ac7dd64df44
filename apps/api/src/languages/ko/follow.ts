import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: '내 의견',
  ask: [
    '의견이 어떻게 처리되는지 알고 싶으신가요?',
    '확인하시면 변경 사항이 있을 때 메시지를 보내 드립니다. 언제든지 중지할 수 있습니다.',
  ],
  confirm: '네, 메시지를 받겠습니다',
  on: '내 의견에 대한 메시지를 받고 있습니다.',
  off: '메시지를 받지 않습니다.',
  votes: ['투표를 확인해 주세요', '확인하시면 집계됩니다. 직접 하지 않은 투표는 삭제해 주세요.'],
  confirmVotes: '투표 확인',
  discard: '삭제',
  since: (date) => `${date}부터`,
  unnamed: '나를 대신해 기록된 의견',
  stop: '이 의견에 대한 메시지 중지',
  follow: '이 의견에 대한 메시지 받기',
  subscription: [
    '변경 내역을 구독하시겠습니까?',
    '확인하시면 변경 사항이 있을 때마다 이메일을 보내 드립니다. 언제든지 중지할 수 있습니다.',
  ],
  subscribed: '변경 사항이 있을 때마다 이메일을 받고 있습니다.',
  unsubscribe: '구독 중지',
  stopAll: '모든 메시지 중지',
  startAll: '메시지 다시 받기',
  empty: '아무것도 없습니다.',
  data: '내 데이터',
  download: '내 데이터 다운로드',
  erase: '내 데이터 지우기',
  eraseHeading: '데이터를 지우시겠습니까?',
  eraseText: (account) =>
    `${account} 팀에 보낸 모든 의견에서 이메일 주소가 삭제됩니다. 작성하신 내용은 주소 없이 남습니다. 더 이상 메시지를 받지 않으며 이 페이지는 작동하지 않게 됩니다. 되돌릴 수 없습니다.`,
  back: '뒤로',
  erasedHeading: '데이터를 지웠습니다',
  erasedText: (account) => `${account} 팀에 보낸 의견에 이메일 주소가 더 이상 저장되어 있지 않습니다.`,
  linkHeading: '링크 받기',
  linkText:
    '의견과 함께 입력한 이메일 주소를 입력하세요. 등록된 주소라면 내 페이지로 가는 링크를 메시지로 보내 드립니다.',
  sendLink: '링크 보내기',
  linkSent: ['메일을 확인하세요', '등록된 이메일 주소라면 링크가 담긴 메시지가 곧 도착합니다.'],
  noMail: '이 서비스는 메시지를 보내지 않습니다.',
  bookmark: '의견이 어떻게 처리되는지 보려면 이 링크를 즐겨찾기에 추가하세요:',
};
