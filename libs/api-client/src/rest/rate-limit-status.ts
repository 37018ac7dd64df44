/** What a key has left, as the last answer said (rate-limits.md 4). */
export interface RateLimitStatus {
  /** When that answer came. */
  readonly at: Date;
  /** Every policy in force, the longest first; none where the service has none. */
  readonly windows: readonly RateWindow[];
}

export interface RateWindow {
  /** `hour` or `minute`; more may come. */
  readonly name: string;
  /** Requests a window holds; null when the answer did not say. */
  readonly limit: number | null;
  readonly windowSeconds: number | null;
  readonly remaining: number;
  /** Whole seconds until the window ends, counted from `at`. */
  readonly resetSeconds: number;
}

/**
 * Reads `RateLimit` and `RateLimit-Policy`, Lists of RFC 9651: names may be Strings or Tokens, members and parameters
 * nobody here knows are passed over. Null without them (refused before the key was known, or no browser may see them).
 */
export function rateBudgetOf(headers: Headers, at: Date): RateLimitStatus | null {
  const states = headers.get('ratelimit');
  if (states === null) return null;
  const policies = new Map(parseList(headers.get('ratelimit-policy') ?? ''));
  const windows = parseList(states).flatMap(([name, { r, t }]): RateWindow[] => {
    if (r === undefined || t === undefined) return [];
    const { q = null, w = null } = policies.get(name) ?? {};
    return [{ name, limit: q, windowSeconds: w, remaining: r, resetSeconds: t }];
  });
  return windows.length > 0 ? { at, windows } : null;
}

type IntegerParameters = Readonly<Partial<Record<string, number>>>;

const NAME = /[ \t]*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z*][\w!#$%&'*+.^`|~:/-]*))/y;
/** A parameter with its value: a String, a Byte Sequence, or anything without a separator; none means true. */
const PARAMETER = /[ \t]*;[ \t]*([a-z*][\w.*-]*)(?:=("(?:[^"\\]|\\.)*"|:[^:]*:|[^;,\s]*))?/y;
const COMMA = /[ \t]*,/y;
const INTEGER = /^-?\d{1,15}$/;

function parseList(list: string): [name: string, parameters: IntegerParameters][] {
  const members: [string, IntegerParameters][] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(list);
    if (match) position = pattern.lastIndex;
    return match;
  };
  do {
    const name = match(NAME);
    if (!name) break;
    const parameters: Record<string, number> = {};
    for (let parameter; (parameter = match(PARAMETER));) {
      const [, key = '', value = ''] = parameter;
      if (INTEGER.test(value)) parameters[key] = Number(value);
    }
    members.push([name[1]?.replace(/\\(.)/g, '$1') ?? name[2]!, parameters]);
  } while (match(COMMA));
  return members;
}
