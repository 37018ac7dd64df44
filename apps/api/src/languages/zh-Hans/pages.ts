import type { PageTexts } from '../page-texts';

export const pages: PageTexts = {
  roadmap: '路线图',
  roadmapOf: (account) => `${account}路线图`,
  statuses: {
    new: '评估中',
    planned: '计划中',
    building: '开发中',
    shipped: '已上线',
    declined: '未采纳',
  },
  emptyColumn: '暂无内容。',
  recently: '最近90天',
  requests: { other: '{n}人有此需求' },
  moved: (when) => `状态更新于${when}`,
  progress: '进展',
  feed: '订阅源',
  similar: '路线图中已有：',
  isItThis: ['您想说的是这个吗？', '路线图中已有此项。如果正是您想说的，就无需再提交。'],
  sendAnyway: '不是，提交我的反馈',
  missing: ['找不到页面', '请检查链接，或询问将链接发给您的人。'],
  ended: ['页面已不再公开', '访客已无法查看此页面。'],
};
