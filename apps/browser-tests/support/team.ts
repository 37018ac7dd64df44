import { PASSWORD, type Visit } from './visit';

/** Joins the account as a new person, with the requests of the dashboard, for tests of other pages. */
export async function join(member: Visit, owner: Visit, role: string, name: string): Promise<void> {
  const invitation = await owner.callApi<{ data: { url: string } }>('POST', 'invitations', { role });
  const [, token] = invitation.data.url.split('#');
  const email = `${token!.toLowerCase().replace(/[^a-z0-9]/g, '')}@example.com`;
  await member.callApi('POST', 'invitations/accept', { token, name, email, password: PASSWORD });
}
