import type { Account, AccountOfPerson, Membership, MembershipRepository } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountSchema } from '../account/account.schema';
import { MembershipSchema } from './membership.schema';

/** Memberships in PostgreSQL. */
export class TypeOrmMembershipRepository implements MembershipRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listOf(personId: string): Promise<readonly AccountOfPerson[]> {
    if (!isUuid(personId)) return [];
    const found = await this.dataSource.manager
      .createQueryBuilder(MembershipSchema, 'membership')
      .innerJoinAndMapOne(
        'membership.account',
        AccountSchema.options.name,
        'account',
        'account.id = membership.accountId',
      )
      .where('membership.personId = :personId', { personId })
      .orderBy('membership.createdAt')
      .addOrderBy('membership.accountId')
      .getMany();
    return (found as (Membership & { account: Account })[]).map(({ account, role }) => ({ account, role }));
  }
}
