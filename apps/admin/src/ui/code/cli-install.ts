import { shellArgument } from './quoting';

/** The command line tool comes from the service itself, as a package (npm installs from an address). */
export const cliPackageUrl = (baseUrl: string): string => `${baseUrl}/cli.tgz`;

/** Installs the tool, then asks for the key, once and unseen: it is on no command line and in no history. */
export const installCommands = (baseUrl: string): string =>
  `npm install --global ${shellArgument(cliPackageUrl(baseUrl))}\nfeedback login --url ${shellArgument(baseUrl)}`;
