import { shellWord } from './quoting';

/** The command line tool comes from the service itself, as a package (npm installs from an address). */
export const cliPackage = (baseUrl: string): string => `${baseUrl}/cli.tgz`;

/** Installs the tool, then asks for the key, once and unseen: it is on no command line and in no history. */
export const installAndLogin = (baseUrl: string): string =>
  `npm install --global ${shellWord(cliPackage(baseUrl))}\nfeedback login --url ${shellWord(baseUrl)}`;
