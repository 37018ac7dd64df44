import { cliPackage } from '../../../../ui/code/cli-install';
import { shellWord } from '../../../../ui/code/quoting';

/** Who am I, what is new, and one item more: what anybody tries first. */
export const FIRST_COMMANDS = `feedback whoami
feedback list --status new
feedback create --title 'Dark mode'`;

/** For a machine on which nothing is to stay. */
export const withoutInstalling = (baseUrl: string): string =>
  `npx --yes ${shellWord(cliPackage(baseUrl))} list --url ${shellWord(baseUrl)}`;

/** Of bash; the tool says it for others too. */
export const COMPLETION = 'source <(feedback completion bash)';
