import type { Language } from '@libs/accounts';
import { describeInBrowser, launchBrowser } from '@tools/testing/browser';
import type { Browser } from 'playwright-core';
import { mailsIn } from './follower-mails';
import {
  linksOf,
  linksOfText,
  lowContrast,
  openMail,
  overflow,
  sentencesOf,
  shownText,
  startsAt,
  withoutStyles,
} from './mail-clients';

/** Displays the messages to people who follow items as three kinds of mail programs do (mail.md 2). */
export function testInMailClients(languages: readonly Language[]): void {
  describe.each(languages)('as plain text, messages in %s', (language) => {
    it.each(mailsIn(language))('have readable lines and complete links: %s', (_, { text }) => {
      expect(text).toMatch(/^\S.*\S\n$/s);
      expect(text).not.toMatch(/[^\S\n]\n|\n\n\n|\t|<[a-z/]|&[a-z#]+;|undefined|\{\w*\}/);
      const lines = text.split('\n').filter((line) => line.includes('https:'));
      for (const line of lines) expect(line).toMatch(/^(\S.*: )?https:\/\/feedback\.example\.com\/\S+$/);
    });
  });

  describeInBrowser.each(languages)('in a mail program, messages in %s', (language) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    describe.each(mailsIn(language))('%s', (_, mail) => {
      it.each(['light', 'dark'] as const)('can be read on a small screen: %s', async (colorScheme) => {
        const page = await openMail(browser, mail.html, { colorScheme, width: 320 });
        expect(await lowContrast(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        expect(await startsAt(page)).toBe(language === 'ar' ? 'right' : 'left');
        await page.close();
      });

      it('without styles, have everything that the text part has, in the same order', async () => {
        const page = await openMail(browser, withoutStyles(mail.html));
        expect(await linksOf(page)).toEqual(linksOfText(mail));
        let rest = await shownText(page);
        for (const sentence of sentencesOf(mail)) {
          expect(rest).toContain(sentence);
          rest = rest.slice(rest.indexOf(sentence) + sentence.length);
        }
        await page.close();
      });
    });
  });
}
