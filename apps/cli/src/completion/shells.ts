import { bash } from './bash';
import { fish } from './fish';
import type { CommandEntry } from './command-tree';
import { zsh } from './zsh';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, (program: CommandEntry) => string>> = {
  bash,
  zsh,
  fish,
};
