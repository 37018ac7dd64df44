import type { AccountUseCases, IdentityUseCases } from '@libs/accounts';
import type {
  FeedbackUseCases,
  FollowerUseCases,
  QuarantineUseCases,
  ShownCardUseCases,
  VerifiedPerson,
} from '@libs/feedback';
import type { AddressLimit } from '../http/address-limit';
import type { Observer } from '../metrics/observer';
import type { FollowTokens } from '../visitor-pages/follow-token';
import type { SpamFilter } from './spam-filter';

/** Makes people who give their address followers (following.md 2, following.md 7). */
export interface Following {
  readonly followers: Pick<FollowerUseCases, 'hasMail' | 'addSubmission'>;
  readonly tokens: Pick<FollowTokens, 'ofItem' | 'readItem'>;
}

/** Dependencies of the form: accounts, feedback, quarantine, spam filter, rate limit, and metrics. */
export class FormTools {
  constructor(
    readonly accounts: AccountUseCases,
    readonly feedback: FeedbackUseCases,
    readonly quarantine: QuarantineUseCases,
    readonly cards: Pick<ShownCardUseCases, 'close'>,
    readonly spamFilter: SpamFilter,
    readonly submissions: AddressLimit,
    readonly observer: Pick<Observer, 'submissionStored'>,
    readonly following: Following,
    readonly identity: Pick<IdentityUseCases<VerifiedPerson>, 'verify' | 'use'>,
  ) {}
}
