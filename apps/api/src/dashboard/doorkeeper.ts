import type { SessionUseCases } from '@libs/accounts';
import type { AddressLimits } from './address-limits';
import type { SessionCookie } from './session-cookie';
import type { SessionInfos } from './session.http';

/** All that it takes to let somebody in: the session, its cookie, the answer, and how often one may try. */
export class Doorkeeper {
  constructor(
    readonly sessions: SessionUseCases,
    readonly cookie: SessionCookie,
    readonly infos: SessionInfos,
    readonly limits: AddressLimits,
  ) {}
}
