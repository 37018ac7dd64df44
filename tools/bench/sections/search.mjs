/** Measures searches with many, few, and no matches (goal: median below 150 ms with 1,000,000 items). */
import { ITEMS, largeAccount, median, request, print, timeRequest } from '../harness.mjs';

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
    ['one word with matches and one without', () => [pick(words), 'zyzzyva']],
    ['two words without matches', () => ['quixotry', 'zyzzyva']],
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

/** Returns the words of four or more letters from random items of the account. */
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
