import { cliPackageUrl } from '../../../../ui/code/cli-install';
import { shellArgument } from '../../../../ui/code/quoting';

/** Commands to try first: show the key, list new items, create an item. */
export const FIRST_COMMANDS = `feedback whoami
feedback list --status new
feedback create --title 'Dark mode'`;

/** For machines where nothing should be installed. */
export const runWithoutInstalling = (baseUrl: string): string =>
  `npx --yes ${shellArgument(cliPackageUrl(baseUrl))} list --url ${shellArgument(baseUrl)}`;

/** For bash; the CLI's help covers other shells. */
export const ENABLE_COMPLETION = 'source <(feedback completion bash)';
