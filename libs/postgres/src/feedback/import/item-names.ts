import { titleKey, type ItemName } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { namedStatement, titlesStatement, type NamedRow, type TitleRow } from './import-requests.sql';

const PAGE = 5_000;

/** Finds the items that the rows of an import of requests name. */
export class ItemNames {
  /** The ID of the only item with a title, by its digest; `ambiguous` for several. */
  private titles: Map<string, string> | null = null;

  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
  ) {}

  /** Returns an ID, `unknown`, or `ambiguous` for each name. */
  async find(names: readonly ItemName[]): Promise<readonly string[]> {
    const valuesOf = (by: ItemName['by']) => names.filter((name) => name.by === by).map(({ value }) => value);
    const statement = namedStatement(
      this.accountId,
      valuesOf('feedback_id').filter(isUuid),
      valuesOf('external_id'),
    );
    const { rows } = await this.client.query<NamedRow>(statement);
    const named = new Map(rows.map(([by, value, id]) => [`${by} ${value}`, id]));
    if (valuesOf('title').length > 0) this.titles ??= await this.readTitles();
    return names.map(({ by, value }) => {
      const id = by === 'title' ? this.titles?.get(digestOf(value)) : named.get(`${by} ${value}`);
      return id ?? 'unknown';
    });
  }

  /** Digests, because 100,000 titles can take 80 MB. An index of folded titles would cost each write of an item. */
  private async readTitles(): Promise<Map<string, string>> {
    const titles = new Map<string, string>();
    for (let after: string | null = null; ;) {
      const page: { rows: TitleRow[] } = await this.client.query<TitleRow>(
        titlesStatement(this.accountId, after, PAGE),
      );
      for (const [id, title] of page.rows) {
        const digest = digestOf(titleKey(title));
        titles.set(digest, titles.has(digest) ? 'ambiguous' : id);
      }
      if (page.rows.length < PAGE) return titles;
      after = page.rows.at(-1)![0];
    }
  }
}

const digestOf = (title: string): string => hash('sha256', title, 'base64').slice(0, 22);
