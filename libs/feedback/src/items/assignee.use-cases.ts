import { invalidValue, throwIfInvalid, type Valid } from '@libs/kernel';
import { linePath, type FeedbackUpdates, type MemberUpdates } from '../batch/batch';
import type { Assignment } from './assignee';
import type { AssigneeFinder } from './assignee.ports';
import type { FeedbackChange, MemberChange } from './feedback';

/** Replaces the IDs of assignees in the input of members by the members themselves. */
export class AssigneeUseCases {
  constructor(private readonly members: AssigneeFinder) {}

  /** @throws DomainError `validation` if the ID is not a member's */
  async changeOf(accountId: string, input: Valid<MemberChange>): Promise<Valid<FeedbackChange>> {
    const [change] = await this.resolved(accountId, [input], () => '');
    return change as Valid<FeedbackChange>;
  }

  /** @throws DomainError `validation` with every ID that is not a member's */
  async updatesOf(accountId: string, { updates }: Valid<MemberUpdates>): Promise<Valid<FeedbackUpdates>> {
    return { updates: await this.resolved(accountId, updates, linePath) } as Valid<FeedbackUpdates>;
  }

  private async resolved<T extends { readonly assignee_id?: string | null | undefined }>(
    accountId: string,
    inputs: readonly T[],
    pathOf: (index: number) => string,
  ): Promise<readonly (Omit<T, 'assignee_id'> & Assignment)[]> {
    const ids = new Set(inputs.flatMap(({ assignee_id: id }) => id ?? []));
    const members = ids.size > 0 ? await this.members.find(accountId, [...ids]) : [];
    const byId = new Map(members.map((member) => [member.id, member]));
    throwIfInvalid(
      inputs.flatMap(({ assignee_id: id }, i) =>
        typeof id === 'string' && !byId.has(id)
          ? [invalidValue(`${pathOf(i)}assignee_id`, 'must be the ID of a member')]
          : [],
      ),
    );
    return inputs.map(({ assignee_id: id, ...rest }) =>
      id === undefined ? rest : { ...rest, assignee: id === null ? null : byId.get(id)! },
    );
  }
}
