import { describeInBrowser } from './support/chromium';
import { scene } from './support/fixture';
import { until } from './support/visit';

describeInBrowser('the guard on every page', () => {
  const stage = scene();

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
  ])('notices %s', async (_, misbehave, fault) => {
    const visit = await stage.visit();
    await visit.goTo('/f/nobody');
    await visit.page.evaluate(misbehave);
    await until(async () => fault.test(visit.faults.join('\n')));
    visit.faults.length = 0;
  });
});
