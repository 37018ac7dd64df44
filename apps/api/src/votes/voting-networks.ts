import { VOTE_DAYS, type VotingNetwork } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { clientAddress, widerAddress } from '../http/client-address';
import { KeyedMac } from '../keyed-mac';

const DAY_MS = 86_400_000;

/**
 * Hashes the networks of voters (votes.md 2). The key of a day is derived from the secret and the date, so that a vote
 * can be compared with those of other days while the key of each is another one.
 */
export class VotingNetworks {
  private readonly keyOfDay: KeyedMac;

  constructor(
    secret: Uint8Array,
    private readonly clock: Clock,
  ) {
    this.keyOfDay = new KeyedMac(secret);
  }

  of(accountId: string, cardId: string, ip: string): VotingNetwork {
    const now = this.clock().getTime();
    const [today, ...before] = Array.from({ length: VOTE_DAYS }, (_, days) =>
      this.macOf(now - days * DAY_MS),
    );
    const voter = `voter\n${accountId}\n${cardId}\n${clientAddress(ip)}`;
    return {
      voters: [today!.of(voter), ...before.map((mac) => mac.of(voter))],
      source: today!.of(`source\n${accountId}\n${widerAddress(ip)}`),
    };
  }

  private macOf(time: number): KeyedMac {
    const day = new Date(time).toISOString().slice(0, 10);
    return new KeyedMac(Buffer.from(this.keyOfDay.of(`votes\n${day}`)));
  }
}
