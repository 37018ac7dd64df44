import { Logger } from '@nestjs/common';
import { NotificationMailJob } from './notification-mail-job';

/** notifications.md 6 */
describe('NotificationMailJob', () => {
  it('composes messages about notifications between parts of digest mail, until nothing is due', async () => {
    const composed: string[] = [];
    const due = { notifications: 1, feedback: 0, digestMail: 3 };
    const step = (name: keyof typeof due) => async () => {
      if (due[name] === 0) return 0;
      due[name]--;
      composed.push(name);
      if (name === 'digestMail' && due.digestMail === 1) due.notifications++;
      return 1;
    };
    await new NotificationMailJob({
      composeNotifications: step('notifications'),
      composeFeedback: step('feedback'),
      composeDigestMail: step('digestMail'),
    }).run();
    expect(composed).toEqual(['notifications', 'digestMail', 'digestMail', 'notifications', 'digestMail']);
  });

  it('goes on with the others if one fails', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    let digestMail = 2;
    await new NotificationMailJob({
      composeNotifications: () => Promise.reject(new Error('fails')),
      composeFeedback: async () => 0,
      composeDigestMail: async () => (digestMail > 0 ? digestMail-- : 0),
    }).run();
    expect(digestMail).toBe(0);
  });
});
