import { channelName, newChannel } from './channels';

/** webhooks.md 5 */
describe('newChannel', () => {
  it.each([
    [' https://hooks.slack.com/services/T0/B0/x ', 'https://hooks.slack.com/services/T0/B0/x'],
    ['https://discord.com/api/webhooks/12/a-b_c', 'https://discord.com/api/webhooks/12/a-b_c/slack'],
    ['https://discord.com/api/webhooks/12/abc/', 'https://discord.com/api/webhooks/12/abc/slack'],
    ['https://discord.com/api/webhooks/12/abc/slack', 'https://discord.com/api/webhooks/12/abc/slack'],
    [
      'https://discord.com.evil.example/api/webhooks/12/abc',
      'https://discord.com.evil.example/api/webhooks/12/abc',
    ],
    ['no URL', 'no URL'],
  ])('sends messages about new items and statuses to %s', (text, url) =>
    expect(newChannel(text)).toEqual({
      url,
      events: ['feedback.created', 'feedback.status_changed'],
      payload: 'slack',
    }),
  );
});

describe('channelName', () => {
  it('is the description, or the host without the secret path', () => {
    const url = 'https://hooks.slack.com/services/T0/B0/x';
    expect(channelName({ url, description: '#product' })).toBe('#product');
    expect(channelName({ url, description: null })).toBe('hooks.slack.com');
  });
});
