import { cliPackageUrl } from '../../../../ui/code/cli-install';
import { shellArgument } from '../../../../ui/code/quoting';

/** Who am I, what is new, and one item more: what anybody tries first. */
export const FIRST_COMMANDS = `feedback whoami
feedback list --status new
feedback create --title 'Dark mode'`;

/** For a machine on which nothing is to stay. */
export const runWithoutInstalling = (baseUrl: string): string =>
  `npx --yes ${shellArgument(cliPackageUrl(baseUrl))} list --url ${shellArgument(baseUrl)}`;

/** Of bash; the tool says it for others too. */
export const ENABLE_COMPLETION = 'source <(feedback completion bash)';
