import { ok, warning, type Check } from './check';

/** @param reasons for each replica why it is not used, or null */
export function replicaChecks(urls: readonly string[], reasons: readonly (string | null)[]): Check[] {
  if (urls.length === 0) return [];
  const name = 'replicas';
  const problems = urls.flatMap((url, i) =>
    reasons[i] === null ? [] : [warning(name, `${i} (${new URL(url).host}) is not used: ${reasons[i]}`)],
  );
  return problems.length > 0 ? problems : [ok(name, `${urls.length} in use`)];
}
