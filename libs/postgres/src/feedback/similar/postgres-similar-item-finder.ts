import type { Candidate, Candidates, SimilarItemFinder } from '@libs/feedback';
import type { PoolClient, QueryArrayConfig } from 'pg';
import { folded, withoutAccents } from '@libs/kernel';
import type { AccountScope } from '../../connection/account-scope';
import type { ReadScope } from '../../replicas/read-scope';
import { evenly, fragmentsOf, type Fragment } from './fragments';
import { probesOf } from './probes';
import {
  limitStatement,
  newestStatement,
  probeStatement,
  sampleStatement,
  sizeStatement,
  textsStatement,
  type TextRow,
} from './similar.sql';

export interface SimilarLimits {
  /** Number of the newest items that are compared without an index. */
  readonly newest: number;
  /** Number of items of the whole time that are counted, and compared too. */
  readonly sample: number;
  /** Maximum duration of the lookup in the index, in milliseconds. Without its result, fewer items are compared. */
  readonly lookupMs: number;
}

const LIMITS: SimilarLimits = { newest: 500, sample: 500, lookupMs: 100 };

/** An account with at least this number of items counts as one with a million. */
const MAX_COUNTED = 20_000;
const LARGE = 1_000_000;
/** Maximum number of candidates from the items that were read, and from the index. */
const MAX_CANDIDATES = 100;
/** Number of titles that show which words are frequent. */
const MAX_TITLES = 200;

const QUERY_CANCELED = '57014';

/**
 * Finds candidates among the newest items, a sample, and those that the index of searches returns for some parts of the
 * title's words (docs/architecture/adr/0027-similar-items.md).
 */
export class PostgresSimilarItemFinder implements SimilarItemFinder {
  constructor(
    private readonly reads: ReadScope,
    private readonly limits = LIMITS,
  ) {}

  findCandidates(accountId: string, title: string): Promise<Candidates> {
    return this.reads.run(accountId, (scope) => this.find(scope, accountId, title));
  }

  private async find(scope: AccountScope, accountId: string, title: string): Promise<Candidates> {
    const fragments = fragmentsOf(title);
    const read: TextRow[] = [];
    const looked = await scope.slowReads.run(accountId, () =>
      scope
        .transaction(accountId, (client) => this.lookUp(client, accountId, fragments, read), {
          mode: 'READ ONLY',
        })
        .catch(emptyIfCanceled),
    );
    return {
      found: unique([...likeliest(read, fragments), ...looked]).map(candidateOf),
      sample: evenly(read, MAX_TITLES).map(([, title]) => title),
    };
  }

  /** Returns the rows that the index finds, and adds all rows that it reads without the index to `read`. */
  private async lookUp(
    client: PoolClient,
    accountId: string,
    fragments: readonly Fragment[],
    read: TextRow[],
  ): Promise<readonly TextRow[]> {
    const rowsOf = async <R extends unknown[]>(statement: QueryArrayConfig) =>
      (await client.query<R>(statement)).rows;
    const { newest, sample, lookupMs } = this.limits;
    read.push(...(await rowsOf<TextRow>(newestStatement(accountId, newest))));
    if (read.length < newest || fragments.length === 0) return [];
    read.push(...(await rowsOf<TextRow>(sampleStatement(accountId, sample))));
    const [[count]] = (await rowsOf<[string]>(sizeStatement(accountId, MAX_COUNTED))) as [[string]];
    const size = Number(count) < MAX_COUNTED ? Number(count) : LARGE;
    const probes = probesOf(fragments, unique(read).map(textOf), size);
    if (probes.length === 0) return [];
    await client.query(limitStatement(lookupMs));
    const ids = await rowsOf<[string]>(probeStatement(accountId, probes, fragments, MAX_CANDIDATES));
    return rowsOf<TextRow>(textsStatement(accountId, ids.flat()));
  }
}

/** The lookup took too long. The transaction has ended, and the rows that were read before are enough for a result. */
function emptyIfCanceled(error: Error & { code?: unknown }): readonly TextRow[] {
  if (error.code !== QUERY_CANCELED) throw error;
  return [];
}

/** As in `feedback_search`, without accents. */
const textOf = ([, title, description, email]: TextRow): string =>
  withoutAccents(folded(`${title}\n${description ?? ''}\u001f${email ?? ''}`));

/** Returns the rows that contain the most fragments. */
function likeliest(rows: readonly TextRow[], fragments: readonly Fragment[]): readonly TextRow[] {
  if (rows.length <= MAX_CANDIDATES) return rows;
  return rows
    .map((row) => {
      const text = textOf(row);
      let matched = 0;
      for (const fragment of fragments) if (text.includes(fragment.text)) matched += fragment.text.length;
      return { row, matched };
    })
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched)
    .slice(0, MAX_CANDIDATES)
    .map(({ row }) => row);
}

const unique = (rows: readonly TextRow[]): readonly TextRow[] => [
  ...new Map(rows.map((row) => [row[0], row])).values(),
];

const candidateOf = ([id, title, description]: TextRow): Candidate => ({ id, title, description });
