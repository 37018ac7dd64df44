import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Visit } from './visit';

const SCREENSHOTS = resolve(__dirname, '../../../screenshots');

/** A part of a page far down, at three widths, light and dark, in the folder `screenshots`. */
export async function photographPart({ page }: Visit, part: Locator, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const before = page.viewportSize()!;
  for (const width of [360, 768, 1440]) {
    // High enough for all of it: what is out of sight is not painted.
    await page.setViewportSize({ width, height: 2400 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await part.scrollIntoViewIfNeeded();
      await part.screenshot({
        path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png`,
        animations: 'disabled',
      });
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([name, width, Math.max(overflow, 0)]).toEqual([name, width, 0]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

/** Presses a copy button, and gives what a paste would bring. */
export async function copiedBy(button: Locator): Promise<string> {
  await button.click();
  return button.page().evaluate(() => navigator.clipboard.readText());
}

/** Waits until no button says any more that something was copied. */
export async function unhovered(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}
