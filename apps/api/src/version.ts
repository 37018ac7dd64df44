// eslint-disable-next-line @nx/enforce-module-boundaries -- where the version is written; bundled as text
export { version } from '../../../package.json';
