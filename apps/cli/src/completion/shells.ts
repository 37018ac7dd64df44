import { bash } from './bash';
import { fish } from './fish';
import type { CommandTree } from './command-tree';
import { zsh } from './zsh';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, (tree: CommandTree) => string>> = {
  bash,
  zsh,
  fish,
};
