import type { Account } from './support/service';
import { useService } from './support/use-service';

/** form.md 9 */
describe('/f/<slug> in the language of the visitor', () => {
  const { service, client } = useService({ FORM_MIN_SECONDS: '0' });
  let account: Account;
  let form: string;

  beforeEach(async () => {
    account = await service.account();
    form = `/f/${account.slug}`;
  });

  it('speaks the language of the URL, of the account, or of the browser', async () => {
    const page = async (query = '', path = form) =>
      (await client.call('GET', path + query, { headers: { 'accept-language': 'ar-EG,de;q=0.5' } })).text;
    expect(await page()).toContain('<html lang="ar" dir="rtl">');
    expect(await page('?lang=de-AT')).toMatch(/<html lang="de" dir="ltr">.*Wir nutzen sie nur/s);
    await service.dataSource.query(
      `UPDATE accounts SET form_language = 'ja', form_introduction = 'My words' WHERE id = $1`,
      [account.id],
    );
    expect(await page()).toMatch(/<html lang="ja" dir="ltr">.*My words.*送信する/s);
    expect(await page('', `${form}-unknown`)).toContain('<html lang="ar" dir="rtl">');
  });

  it('keeps the language through an error and a submission without JavaScript', async () => {
    const { data } = (await client.call('GET', `${form}/token`)).json;
    const send = async (title: string) =>
      client.call('POST', `${form}?lang=fr`, {
        body: new URLSearchParams({ title, form_token: data.token as string }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const rejected = await send('x'.repeat(201));
    expect(rejected.status).toBe(400);
    expect(rejected.text).toMatch(/<title>Erreur\u00a0: .*Titre\u00a0: 200 caractères au maximum\./s);
    expect(rejected.text).toContain(`action="${form}?lang=fr"`);
    const { headers } = await send('Mode sombre');
    expect(headers['location']).toMatch(new RegExp(`^${form}/thanks/[\\w-]{66}\\?lang=fr$`));
    const thanks = await client.call('GET', headers['location'] as string);
    expect(thanks.text).toContain('Merci pour votre commentaire');
    expect(thanks.text).toContain(`<a href="${form}?lang=fr">`);
  });
});
