import { randomUUID } from 'node:crypto';
import { memberActor, SYSTEM, type SecurityEvent } from '@libs/kernel';
import {
  digestOf,
  type Account,
  type AccountRepository,
  type ActiveSecondFactor,
  type MailOutbox,
  type Person,
  type SecondFactorRepository,
  type SecurityLogRepository,
  type SignInChallenge,
  type SignInChallengeRepository,
} from '../../src';
import { anAccount, aPerson, idAt } from '../account/account-builders';
import { aMessage, claimOne } from '../mail/mail-builders';

export interface SecondFactorHarness {
  readonly accounts: AccountRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly challenges: SignInChallengeRepository;
  readonly log: SecurityLogRepository;
  readonly outbox: MailOutbox;
}

const NOON = new Date('2026-03-03T12:00:00.123Z');
const STEP = 59_083_200;
const DIGESTS = ['a', 'b', 'c'].map(digestOf);

/** Contract tests of `SecondFactorRepository` and `SignInChallengeRepository`. Every adapter runs all of them. */
export function secondFactorContract(name: string, make: () => Promise<SecondFactorHarness>): void {
  describe(`SecondFactorRepository, ${name}`, () => {
    let harness: SecondFactorHarness;
    let factors: SecondFactorRepository;
    let account: Account;
    let person: Person;

    beforeAll(async () => {
      harness = await make();
      factors = harness.secondFactors;
    });
    beforeEach(async () => {
      account = anAccount();
      person = aPerson();
      await harness.accounts.add(account, person);
    });
    const sealed = Buffer.from('sealed');
    const activeFactor = (overrides: Partial<ActiveSecondFactor> = {}): ActiveSecondFactor => ({
      ...{ personId: person.id, sealed, confirmedAt: NOON, lastStep: STEP, recoveryDigests: DIGESTS },
      ...overrides,
    });
    async function activate(): Promise<ActiveSecondFactor> {
      await factors.begin(person.id, sealed);
      expect(await factors.confirm(activeFactor())).toBe(true);
      return activeFactor();
    }
    const anEvent = (): SecurityEvent => ({
      ...{ id: idAt(NOON), accountId: account.id, createdAt: NOON, by: SYSTEM, subject: {} },
      type: 'owner.second_factor_enabled',
    });
    const effects = () => ({ events: [anEvent()] });
    const logged = () => harness.log.list(account.id, { limit: 10 });

    it('stores a setup, replaces it until it is confirmed, and returns what was stored', async () => {
      expect(await factors.find(person.id)).toBeNull();
      expect(await factors.begin(person.id, Buffer.from('first'))).toBe(true);
      expect(await factors.begin(person.id, sealed)).toBe(true);
      const pending = { personId: person.id, sealed, confirmedAt: null, lastStep: 0, recoveryDigests: [] };
      expect(await factors.find(person.id)).toEqual(pending);
      expect(await factors.confirm(activeFactor({ sealed: Buffer.from('first') }), effects())).toBe(false);
      expect(await factors.confirm(activeFactor())).toBe(true);
      expect(await factors.find(person.id)).toEqual(activeFactor());
      expect(await factors.confirm(activeFactor(), effects())).toBe(false);
      expect(await factors.begin(person.id, Buffer.from('other'))).toBe(false);
      expect(await factors.find(person.id)).toEqual(activeFactor());
      expect(await logged()).toEqual([]);
    });

    it('has no factor of an unknown, a malformed, or another person', async () => {
      const factor = await activate();
      for (const id of [randomUUID(), 'abc', '']) {
        const other = { ...factor, personId: id };
        expect(await factors.begin(id, sealed)).toBe(false);
        expect(await factors.find(id)).toBeNull();
        expect(await factors.confirm(other, effects())).toBe(false);
        expect(await factors.useStep(other, STEP + 1)).toBe(false);
        expect(await factors.useRecoveryCode(id, DIGESTS[0]!, effects())).toBe(false);
        expect(await factors.replaceRecoveryCodes(id, [], effects())).toBe(false);
        expect(await factors.remove(id, effects())).toBe(false);
      }
      expect(await factors.find(person.id)).toEqual(factor);
      expect(await logged()).toEqual([]);
    });

    it('uses each step once, and none before the last one', async () => {
      const factor = await activate();
      const steps = [STEP, STEP - 1, STEP + 2, STEP + 2, STEP + 1, STEP + 3];
      const results: boolean[] = [];
      for (const step of steps) results.push(await factors.useStep(factor, step));
      expect(results).toEqual([false, false, true, false, false, true]);
      expect((await factors.find(person.id))?.lastStep).toBe(STEP + 3);
    });

    it('uses no step of a factor that is not confirmed, or that has another secret', async () => {
      await factors.begin(person.id, sealed);
      expect(await factors.useStep(activeFactor(), STEP + 1)).toBe(false);
      await factors.confirm(activeFactor());
      expect(await factors.useStep(activeFactor({ sealed: Buffer.from('other') }), STEP + 1)).toBe(false);
    });

    it('lets one of many concurrent uses of a step win', async () => {
      const factor = await activate();
      const uses = await Promise.all(Array.from({ length: 10 }, () => factors.useStep(factor, STEP + 1)));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });

    it('stores the messages of a change, and none if nothing changes', async () => {
      await activate();
      while (await claimOne(harness.outbox, NOON));
      const mail = [aMessage({ accountId: account.id, createdAt: NOON })];
      expect(await factors.useRecoveryCode(person.id, digestOf('x'), { mail })).toBe(false);
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
      expect(await factors.remove(person.id, { mail })).toBe(true);
      expect((await claimOne(harness.outbox, NOON))?.id).toBe(mail[0]!.id);
    });

    it('removes nothing for a member who has lost the role for it', async () => {
      await activate();
      const by = { ...memberActor(randomUUID()), leastRole: 'owner' as const };
      const removal = factors.remove(person.id, { events: [{ ...anEvent(), by }] });
      await expect(removal).rejects.toMatchObject({ code: 'session_required' });
      expect(await factors.find(person.id)).toEqual(activeFactor());
    });

    it('uses each recovery code once, and records it', async () => {
      await activate();
      const event = anEvent();
      expect(await factors.useRecoveryCode(person.id, DIGESTS[1]!, { events: [event] })).toBe(true);
      expect(await factors.useRecoveryCode(person.id, DIGESTS[1]!, effects())).toBe(false);
      expect(await factors.useRecoveryCode(person.id, digestOf('x'), effects())).toBe(false);
      expect((await factors.find(person.id))?.recoveryDigests).toEqual([DIGESTS[0], DIGESTS[2]]);
      expect(await logged()).toEqual([event]);
    });

    it('lets one of many concurrent uses of a recovery code win', async () => {
      await activate();
      const use = () => factors.useRecoveryCode(person.id, DIGESTS[0]!, effects());
      const uses = await Promise.all(Array.from({ length: 10 }, use));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await logged()).toHaveLength(1);
    });

    it('replaces recovery codes of an active factor', async () => {
      await factors.begin(person.id, sealed);
      expect(await factors.replaceRecoveryCodes(person.id, DIGESTS, effects())).toBe(false);
      await activate();
      const event = anEvent();
      expect(await factors.replaceRecoveryCodes(person.id, [digestOf('new')], { events: [event] })).toBe(
        true,
      );
      expect((await factors.find(person.id))?.recoveryDigests).toEqual([digestOf('new')]);
      expect(await logged()).toEqual([event]);
    });

    it('encrypts the secrets again that have an old key', async () => {
      const factor = await activate();
      const reseal = (personId: string) => (personId === person.id ? Buffer.from('resealed') : null);
      expect(await factors.resealAll((one) => reseal(one.personId))).toBe(1);
      expect(await factors.find(person.id)).toEqual({ ...factor, sealed: Buffer.from('resealed') });
    });

    it('removes a factor once, and records it in each account', async () => {
      await activate();
      const other = anAccount();
      await harness.accounts.add(other, aPerson());
      const [event, otherEvent] = [anEvent(), { ...anEvent(), accountId: other.id }];
      expect(await factors.remove(person.id, { events: [event, otherEvent] })).toBe(true);
      expect(await factors.remove(person.id, effects())).toBe(false);
      expect(await factors.find(person.id)).toBeNull();
      expect(await logged()).toEqual([event]);
      expect(await harness.log.list(other.id, { limit: 10 })).toEqual([otherEvent]);
      await activate();
      expect(await factors.remove(person.id)).toBe(true);
      expect(await logged()).toEqual([event]);
    });

    const aChallenge = (overrides: Partial<SignInChallenge> = {}): SignInChallenge => ({
      ...{ digest: digestOf(randomUUID()), accountId: account.id, personId: person.id },
      ...{ passwordDigest: digestOf('hash'), expiresAt: NOON },
      ...overrides,
    });

    it('returns a challenge as it was added, and lets one of many concurrent calls take it', async () => {
      const challenge = aChallenge();
      await harness.challenges.add(challenge, NOON);
      expect(await harness.challenges.find(challenge.digest)).toEqual(challenge);
      expect(await harness.challenges.find(digestOf('unknown'))).toBeNull();
      const takes = Array.from({ length: 10 }, () => harness.challenges.take(challenge.digest));
      expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1);
      expect(await harness.challenges.find(challenge.digest)).toBeNull();
    });

    it('removes expired challenges of a person with the next one, and stores none of an unknown person', async () => {
      const [old, open] = [aChallenge(), aChallenge({ expiresAt: new Date(NOON.getTime() + 1000) })];
      for (const challenge of [old, open]) await harness.challenges.add(challenge, NOON);
      await harness.challenges.add(aChallenge(), new Date(NOON.getTime() + 1));
      expect(await harness.challenges.find(old.digest)).toBeNull();
      expect(await harness.challenges.find(open.digest)).toEqual(open);
      const foreign = aChallenge({ personId: randomUUID() });
      await harness.challenges.add(foreign, NOON);
      expect(await harness.challenges.find(foreign.digest)).toBeNull();
    });

    it('is deleted with the account, as its challenges', async () => {
      await activate();
      const challenge = aChallenge();
      await harness.challenges.add(challenge, NOON);
      await harness.accounts.remove(account.id, NOON);
      expect(await factors.find(person.id)).toBeNull();
      expect(await harness.challenges.find(challenge.digest)).toBeNull();
    });
  });
}
