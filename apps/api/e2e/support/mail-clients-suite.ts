import type { Language } from '@libs/accounts';
import { describeInBrowser, launchBrowser } from '@tools/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { mailsIn } from './follower-mails';
import {
  linksOf,
  linksOfText,
  lowContrast,
  openMailPage,
  overflow,
  sentencesOf,
  shownText,
  startsAt,
  withoutStyles,
} from './mail-clients';

const SMALL = { width: 320, height: 800 };
const USUAL = { width: 600, height: 800 };

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

  describeInBrowser('in a mail program, messages', () => {
    let browser: Browser;
    let page: Page;
    const requests: string[] = [];
    beforeAll(async () => {
      browser = await launchBrowser();
      page = await openMailPage(browser, requests);
    });
    afterEach(() => expect(requests.splice(0)).toEqual([]));
    afterAll(() => browser.close());

    describe.each(languages)('in %s', (language) => {
      it.each(mailsIn(language))(
        'can be read in light and dark, and on a small screen: %s',
        async (_, mail) => {
          await page.setViewportSize(SMALL);
          await page.setContent(mail.html);
          expect(await overflow(page)).toBe(0);
          for (const scheme of ['light', 'dark'] as const)
            expect(await lowContrast(page, scheme)).toEqual([]);
          await page.setViewportSize(USUAL);
          expect(await startsAt(page)).toBe(language === 'ar' ? 'right' : 'left');
        },
      );

      it.each(mailsIn(language))('have everything in the same order without styles: %s', async (_, mail) => {
        await page.setContent(withoutStyles(mail.html));
        expect(await linksOf(page)).toEqual(linksOfText(mail));
        let rest = await shownText(page);
        for (const sentence of sentencesOf(mail)) {
          expect(rest).toContain(sentence);
          rest = rest.slice(rest.indexOf(sentence) + sentence.length);
        }
      });
    });
  });
}
