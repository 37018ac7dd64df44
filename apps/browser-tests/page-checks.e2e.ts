import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil } from './support/visit';

describeInBrowser('checks that run on every visit', () => {
  const fixture = useBrowser();

  it.each([
    [
      'a request to another origin',
      () => void fetch('http://127.0.0.1:9/').catch(() => {}),
      /Security Policy/,
    ],
    ['a navigation to another origin', () => void location.assign('http://127.0.0.1:9/'), /left the origin/],
    [
      'an exception',
      () =>
        void setTimeout(() => {
          throw new Error('broken');
        }),
      /exception: broken/,
    ],
    ['a console error', () => console.error('oh'), /console: oh/],
    [
      'a violation of the content security policy',
      () => void document.body.setAttribute('style', 'color: red'),
      /console: .*style/,
    ],
  ])('report %s', async (_, action, pattern) => {
    const visit = await fixture.visit();
    await visit.goTo('/f/nobody');
    await visit.page.evaluate(action);
    await waitUntil(async () => pattern.test(visit.errors.join('\n')));
    visit.errors.length = 0;
  });
});
