/** The rate limit status of a key, from a response (rate-limits.md 4). */
export interface RateLimitStatus {
  /** Time of the response. */
  readonly at: Date;
  /** One entry per rate limit, longest window first. */
  readonly windows: readonly RateWindow[];
}

export interface RateWindow {
  /** `hour` or `minute`. More names can be added. */
  readonly name: string;
  /** Maximum requests per window; null if the response does not include it. */
  readonly limit: number | null;
  readonly windowSeconds: number | null;
  readonly remaining: number;
  /** Seconds from `at` until the window resets. */
  readonly resetSeconds: number;
}

/**
 * Parses `RateLimit` and `RateLimit-Policy`, which are Lists (RFC 9651). Names can be Strings or Tokens; unknown
 * members and parameters are ignored. Returns null without the headers: the request was rejected before the key was
 * identified, or the browser hides them.
 */
export function parseRateLimitStatus(headers: Headers, at: Date): RateLimitStatus | null {
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
/** A parameter with its value: a String, a Byte Sequence, or text without a separator. No value means true. */
const PARAMETER = /[ \t]*;[ \t]*([a-z*][\w.*-]*)(?:=("(?:[^"\\]|\\.)*"|:[^:]*:|[^;,\s]*))?/y;
const COMMA = /[ \t]*,/y;
const INTEGER = /^-?\d{1,15}$/;

function parseList(list: string): [name: string, parameters: IntegerParameters][] {
  const members: [string, IntegerParameters][] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const result = pattern.exec(list);
    if (result) position = pattern.lastIndex;
    return result;
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
