import { randomUUID } from 'node:crypto';
import type { Assignee, AssigneeFinder } from '../../src';

/** In-memory adapter for tests. */
export class InMemoryAssignees implements AssigneeFinder {
  private readonly members: { readonly accountId: string; readonly member: Assignee }[] = [];

  add(accountId: string, name: string): Assignee {
    const member = { id: randomUUID(), name };
    this.members.push({ accountId, member });
    return member;
  }

  async find(accountId: string, personIds: readonly string[]): Promise<readonly Assignee[]> {
    return this.members
      .filter((one) => one.accountId === accountId && personIds.includes(one.member.id))
      .map(({ member }) => member);
  }
}
