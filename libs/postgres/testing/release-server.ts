import { releaseServer } from './hold-server';

/** jest's globalTeardown. */
export default releaseServer;
