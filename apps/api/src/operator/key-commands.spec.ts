import { ApiKeyAuthenticator, API_KEY_PATTERN } from '@libs/accounts';
import { PostgresApiKeyRepository } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import { useOperator } from '../../testing/operator';

/** operator.md 2 */
describe('runOperator', () => {
  const { run, json, expectError, anAccount, connect } = useOperator();
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await connect()));

  describe('issue-key and revoke-key', () => {
    it('issue a key that authenticates until it is revoked', async () => {
      const { slug, account_id } = await anAccount();
      const { id, key, ...more } = await json(`issue-key --account ${slug} --name Website`);
      expect(more).toEqual({});
      expect(key).toMatch(API_KEY_PATTERN);
      const enter = () =>
        Promise.resolve(
          new ApiKeyAuthenticator(new PostgresApiKeyRepository(dataSource), () => new Date()).authenticate(
            key,
          ),
        );
      expect(await enter()).toMatchObject({
        accountId: account_id,
        keyId: id,
        permission: 'full',
        plan: 'free',
      });
      expect(await json(`set-plan --account ${slug} --plan pro`)).toEqual({ account_id, slug, plan: 'pro' });
      expect(await enter()).toMatchObject({ plan: 'pro' });
      expect(await json(`revoke-key --account ${slug} --id ${id.toUpperCase()}`)).toEqual({
        id,
        revoked: true,
      });
      await expect(enter()).rejects.toMatchObject({ code: 'api_key_revoked' });
    });

    it('set permission, origins, and expiry', async () => {
      const { slug, account_id } = await anAccount();
      const origins = '--origin https://a.example --origin http://localhost:5173';
      await json(
        `issue-key --account ${slug} --name W --permission submit ${origins} --expires-at 2999-01-31T12:00:00+02:00`,
      );
      expect(await new PostgresApiKeyRepository(dataSource).list(account_id)).toMatchObject([
        {
          permission: 'submit',
          allowedOrigins: ['https://a.example', 'http://localhost:5173'],
          expiresAt: new Date('2999-01-31T10:00:00Z'),
          createdBy: null,
        },
      ]);
    });

    it('note after the key that it is shown only once', async () => {
      const { slug } = await anAccount();
      const { out } = await run(`issue-key --account ${slug} --name Website`);
      expect(out).toMatch(
        /^id {3}[0-9a-f-]{36}\nkey {2}fb_live_\w{38}\n\nThis is the only time the key is shown.\n$/,
      );
    });

    it('reject invalid options, an unknown account, and an eleventh key', async () => {
      const { slug } = await anAccount();
      const issue = `issue-key --account ${slug} --name W`;
      await expectError(
        `${issue} --expires-at 2020-01-01T00:00:00Z`,
        /^Invalid value for --expires-at: must be in the future$/,
      );
      for (const text of [
        'tomorrow',
        '2999-01-01',
        '2999-01-01T00:00:00',
        '2999-02-30T00:00:00Z',
        '2999-01-01T25:00:00Z',
      ]) {
        await expectError(
          `${issue} --expires-at ${text}`,
          /^Invalid value for --expires-at: must be a date and time with a time zone/,
        );
      }
      await expectError(
        `${issue} --origin https://a.example`,
        /^Invalid value for --origin: only a submit key can have origins$/,
      );
      await expectError(
        `${issue} --permission submit --origin https://a.example/`,
        /^Invalid value for --origin: each must be an origin as browsers send it/,
      );
      await expectError(
        `${issue} --permission submit`,
        /^Invalid value for --origin: a submit key must have at least one origin$/,
      );
      await expectError(
        `${issue} --permission all`,
        /^Invalid value for --permission: must be one of full, read, submit$/,
      );
      await expectError('issue-key --account nobody --name W', /^Account not found$/);
      for (let i = 0; i < 10; i++) await json(issue);
      await expectError(issue, /^Too many API keys \(maximum 10\)$/);
    });

    it('do not revoke a key of another account or an unknown key', async () => {
      const [mine, other] = [await anAccount(), await anAccount()];
      const { id } = await json(`issue-key --account ${mine.slug} --name W`);
      await expectError(`revoke-key --account ${other.slug} --id ${id}`, /^API key not found$/);
      await expectError(`revoke-key --account ${mine.slug} --id abc`, /^API key not found$/);
      await expectError(`revoke-key --account nobody --id ${id}`, /^Account not found$/);
    });
  });

  it('identify finds the account, the key, or the person of an ID', async () => {
    const { slug, account_id } = await anAccount();
    const { id } = await json(`issue-key --account ${slug} --name Website`);
    expect(await json(`identify ${account_id}`)).toEqual({
      ...{ kind: 'account', id: account_id, name: 'Acme', email: null, accounts: [slug] },
    });
    expect(await json(`identify ${id}`)).toEqual({
      ...{ kind: 'API key', id, name: 'Website', email: null, accounts: [slug] },
    });
    const { person_id, email } = await json(`reset-password --email ${await ownerOf(slug)}`);
    expect(await json(`identify ${person_id}`)).toMatchObject({ kind: 'person', email, accounts: [slug] });
    expect((await run(`identify ${person_id}`)).out).toMatch(
      /^kind +person\nid +.*\nname +.*\nemail +.*\naccounts +[\w-]+\n$/,
    );
    for (const unknown of ['req_1', slug, '01a1fc87-3e21-7137-b3fa-63156d5c0813'])
      await expectError(`identify ${unknown}`, /^No account, API key, or person has this ID$/);
  });
  const ownerOf = async (slug: string) => (await json(`show-account --account ${slug}`)).email as string;

  it('list-keys lists every key without its secret', async () => {
    const { slug } = await anAccount();
    expect((await run(`list-keys --account ${slug}`)).out).toBe('No API keys\n');
    const first = await json(`issue-key --account ${slug} --name First`);
    const second = await json(`issue-key --account ${slug} --name Second --permission read`);
    await json(`revoke-key --account ${slug} --id ${first.id}`);
    const { keys } = await json(`list-keys --account ${slug}`);
    expect(keys).toMatchObject([
      { id: second.id, name: 'Second', permission: 'read', state: 'active', last_used_at: null },
      { id: first.id, name: 'First', permission: 'full', state: 'revoked', expires_at: null },
    ]);
    const { out } = await run(`list-keys --account ${slug}`);
    expect(out).toMatch(/^ID +NAME +KEY +PERMISSION +CREATED +LAST USED +STATE\n/);
    expect(out).toContain(`${second.id}  Second  fb_live_…${second.key.slice(-4)}  read`);
    expect(out).not.toContain(second.key);
    await expectError('list-keys --account nobody', /^Account not found$/);
  });
});
