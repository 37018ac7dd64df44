import { Logger } from '@nestjs/common';
import { NotificationMailJob } from './notification-mail-job';

/** notifications.md 6 */
describe('NotificationMailJob', () => {
  it('composes messages about notifications between parts of digests, until nothing is due', async () => {
    const composed: string[] = [];
    const due = { notifications: 1, feedback: 0, digests: 3 };
    const step = (name: keyof typeof due) => async () => {
      if (due[name] === 0) return 0;
      due[name]--;
      composed.push(name);
      if (name === 'digests' && due.digests === 1) due.notifications++;
      return 1;
    };
    await new NotificationMailJob({
      composeNotifications: step('notifications'),
      composeFeedback: step('feedback'),
      composeDigests: step('digests'),
    }).run();
    expect(composed).toEqual(['notifications', 'digests', 'digests', 'notifications', 'digests']);
  });

  it('goes on with the others if one fails', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    let digests = 2;
    await new NotificationMailJob({
      composeNotifications: () => Promise.reject(new Error('fails')),
      composeFeedback: async () => 0,
      composeDigests: async () => (digests > 0 ? digests-- : 0),
    }).run();
    expect(digests).toBe(0);
  });
});
