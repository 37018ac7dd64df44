// eslint-disable-next-line @nx/enforce-module-boundaries -- the only definition of the version; inlined by the bundler
import { version } from '../../../package.json';

export const VERSION = version;
export const USER_AGENT = `feedback-cli/${version}`;
