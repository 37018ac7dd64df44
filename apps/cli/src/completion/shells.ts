import { bash } from './bash';
import { fish } from './fish';
import type { Words } from './command-tree';
import { zsh } from './zsh';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETIONS: Readonly<Record<Shell, (words: Words) => string>> = { bash, zsh, fish };
