import type { AssertCanNotify } from '../../src';

/** The service sends mail. */
export const CAN_NOTIFY: AssertCanNotify = () => {};
