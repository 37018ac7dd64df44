// eslint-disable-next-line @nx/enforce-module-boundaries -- the one place where the version is written; bundled as text
import { version } from '../../../package.json';

export const VERSION = version;
export const USER_AGENT = `feedback-cli/${version}`;
