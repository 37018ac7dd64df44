import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { waitUntil } from './visit';

const ROOT = resolve(__dirname, '../../..');
const FOLDER = '/frameworks/';

export const FRAMEWORKS = ['react-18', 'react-19', 'vue', 'svelte'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** A page that a server has rendered with a framework. */
export interface FrameworkPage {
  readonly framework: Framework;
  /** Whether the framework starts with the event `start` of the window. */
  readonly isLate?: boolean;
}

/** The HTML of the page, as the modules in `pages` hydrate it: without other whitespace. @param scripts HTML of the head */
export const frameworkHtml = ({ framework, isLate = false }: FrameworkPage, scripts: string): string =>
  `<!doctype html><html lang="en"${isLate ? ' data-late' : ''}><head><meta charset="utf-8"><title>Elsewhere</title>${scripts}<script type="module" src="${FOLDER}${framework}.js"></script></head><body><div id="app"><main><h1>Elsewhere</h1><button>Clicked: 0</button><div id="roadmap"></div></main></div></body></html>`;

let modules: string;

/** Builds the modules of the frameworks before the tests of a file. */
export function useFrameworkModules(): void {
  beforeAll(() => {
    modules = mkdtempSync(join(tmpdir(), 'feedback-frameworks-'));
    const vite = ['node_modules/vite/bin/vite.js', 'build', '-c', 'apps/browser-tests/pages/vite.config.ts'];
    execFileSync(process.execPath, [...vite, '--outDir', modules, '--logLevel', 'error'], { cwd: ROOT });
  });
  afterAll(() => rmSync(modules, { recursive: true }));
}

/** The module at a path of the page; null if the path is that of the page itself. */
export const frameworkModule = (path: string): Buffer | null =>
  path.startsWith(FOLDER) ? readFileSync(join(modules, basename(path))) : null;

/** Waits until the button of the page works. */
export async function waitForFramework(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Clicked' });
  await waitUntil(async () => {
    await button.click();
    return (await button.textContent()) !== 'Clicked: 0';
  });
}
