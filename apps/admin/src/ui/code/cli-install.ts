import { shellArgument } from './quoting';

/** The URL of the npm package of the command line tool, which the service itself provides. */
export const cliPackageUrl = (baseUrl: string): string => `${baseUrl}/cli.tgz`;

/** Installs the tool, then prompts for the key, so that it is in no command line and in no shell history. */
export const installCommands = (baseUrl: string): string =>
  `npm install --global ${shellArgument(cliPackageUrl(baseUrl))}\nfeedback login --url ${shellArgument(baseUrl)}`;
