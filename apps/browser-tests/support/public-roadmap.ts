import type { Visit } from './visit';

/** Publishes items with these titles, planned and shipped in turn, on a roadmap. */
export async function publishRoadmap(owner: Visit, titles: readonly string[], text = ''): Promise<void> {
  for (const [i, title] of titles.entries()) {
    const item = { title: 'Private', status: i % 2 ? 'shipped' : 'planned' };
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', item);
    await owner.callApi('PUT', `feedback/${data.id}/public`, { title, text });
  }
  await owner.callApi('PATCH', 'public-pages', { roadmap: true, introduction: 'What comes next.' });
}
