import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** dashboard.md 8 */
describe('/app/api/sign-up and /app/api/account', () => {
  const { service, client } = useService();

  describe('export', () => {
    it('returns all data of the account as a file, without secrets', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id, slug, key, email } = dashboard.account;
      const titles = Array.from({ length: 230 }, (_, n) => `Item ${n} <b>"\u2028`);
      for (const title of titles) {
        await client.call('POST', '/api/v1/feedback', { key, body: { title: title.replace('\u2028', '') } });
      }
      await dashboard.patch('form', { heading: 'What do you miss?' });
      const { data: entry } = (await dashboard.post('changelog', { title: 'Dark theme' })).json;
      const response = await dashboard.get('account/export');
      expect(response.status).toBe(200);
      expect(response.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="feedback-${slug}-\\d{4}-\\d{2}-\\d{2}\\.json"$`),
      );
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(response.json).toEqual({
        exported_at: expect.any(String),
        account: expect.objectContaining({ id, slug, plan: 'free' }),
        members: [expect.objectContaining({ email, role: 'owner' })],
        form: expect.objectContaining({ slug, heading: 'What do you miss?' }),
        public_pages: expect.objectContaining({ roadmap: false, counts: 'confirmed' }),
        keys: [expect.objectContaining({ name: 'Test', masked: `fb_live_…${key.slice(-4)}` })],
        feedback: expect.any(Array),
        quarantine: [],
        notes: [],
        requests: [],
        status_messages: [],
        followers: [],
        changelog: [entry],
      });
      const exported = response.json.feedback.map(({ title }: { title: string }) => title);
      expect(exported.sort()).toEqual(titles.map((title) => title.replace('\u2028', '')).sort());
      const page = await client.call('GET', '/api/v1/feedback?limit=1', { key });
      expect(response.json.feedback[0]).toEqual(page.json.data[0]);
      expect(response.text).not.toContain(key);
      for (const secret of ['digest', 'password', 'argon2']) expect(response.text).not.toContain(secret);
      const head = await dashboard.call('HEAD', 'account/export');
      expect([head.status, head.text]).toEqual([200, '']);
    });

    it('has merged items too', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const create = async (title: string) =>
        (await dashboard.post('feedback', { title })).json.data.id as string;
      const [target, duplicate] = [await create('Target'), await create('Duplicate')];
      const { status } = await dashboard.patch(`feedback/${duplicate}`, { merged_into: target });
      expect(status).toBe(200);
      const { feedback } = (await dashboard.get('account/export')).json;
      expect(feedback).toEqual([
        expect.objectContaining({ id: duplicate, merged_into: target }),
        expect.objectContaining({ id: target, duplicate_count: 1 }),
      ]);
    });

    it('returns empty lists for an account without items', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { json } = await dashboard.get('account/export');
      expect([json.feedback, json.quarantine]).toEqual([[], []]);
    });
  });
});
