import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil } from './support/visit';

describeInBrowser('the guard on every page', () => {
  const fixture = useBrowser();

  it.each([
    [
      'a request to another origin',
      () => void fetch('http://127.0.0.1:9/').catch(() => {}),
      /Security Policy/,
    ],
    ['a way to another origin', () => void location.assign('http://127.0.0.1:9/'), /left the origin/],
    [
      'an exception',
      () =>
        void setTimeout(() => {
          throw new Error('broken');
        }),
      /exception: broken/,
    ],
    ['a line on the console', () => console.error('oh'), /console: oh/],
    [
      'what the policy refuses',
      () => void document.body.setAttribute('style', 'color: red'),
      /console: .*style/,
    ],
  ])('notices %s', async (_, action, pattern) => {
    const visit = await fixture.visit();
    await visit.goTo('/f/nobody');
    await visit.page.evaluate(action);
    await waitUntil(async () => pattern.test(visit.errors.join('\n')));
    visit.errors.length = 0;
  });
});
