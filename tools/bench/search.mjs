/** How long a search takes that finds much, little or nothing (goal: a median below 150 ms in a million items). */
import { ITEMS, largeAccount, median, request, print, timeRequest } from './harness.mjs';

const SEARCHES = 40;
const GOAL_MS = 150;

export async function benchSearch(service) {
  const { key } = await largeAccount();
  const texts = await sampleTexts(service, key);
  const words = [...new Set(texts.flat())];
  const kinds = [
    ['two words of one item', () => pickTwo(pick(texts))],
    ['two words of different items', () => [pick(words), pick(words)]],
    ['one word', () => [pick(words)]],
    ['a word that is there and one that is nowhere', () => [pick(words), 'zyzzyva']],
    ['two words that are nowhere', () => ['quixotry', 'zyzzyva']],
  ];
  const all = [];
  for (const [title, make] of kinds) {
    for (const sort of ['-created_at', 'title']) {
      const times = [];
      for (let i = 0; i < SEARCHES; i++) {
        const q = encodeURIComponent(make().join(' '));
        times.push(await timeRequest(service, `/api/v1/feedback?q=${q}&sort=${sort}`, key));
      }
      if (make().length === 2) all.push(...times);
      print(
        `search for ${title}, sort ${sort}, ${ITEMS / 1000}k items\n  ms median ${median(times).toFixed(1)}, slowest ${Math.max(...times).toFixed(0)}`,
      );
    }
  }
  print(`all searches for two words\n  ms median ${median(all).toFixed(1)}, goal ${GOAL_MS}`);
}

/** The longer words of items from all over the account. */
async function sampleTexts(service, key) {
  const texts = [];
  for (let i = 0; i < SEARCHES; i++) {
    const offset = Math.floor(Math.random() * (ITEMS - 1));
    const { body } = await request(service, `/api/v1/feedback?limit=1&offset=${offset}`, key);
    const [{ title, description }] = JSON.parse(body).data;
    texts.push(`${title} ${description ?? ''}`.match(/\p{L}{4,}/gu) ?? [title]);
  }
  return texts;
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const pickTwo = (list) => [pick(list), pick(list)];
