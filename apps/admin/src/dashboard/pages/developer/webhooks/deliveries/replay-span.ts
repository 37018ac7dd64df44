import type { ReplayBody } from '@libs/contract';
import { t } from '../../../../../messages';

const DAY_MS = 86_400_000;
const texts = t.deliveries.replay;

/** The fields of the dialog: local times as `datetime-local` has them, or empty. */
export interface SpanForm {
  readonly since: string;
  readonly until: string;
}

export type SpanErrors = Partial<Record<keyof SpanForm, string>>;

/** The last day, until now. */
export const defaultSpan = (now: Date): SpanForm => ({
  since: localTime(new Date(now.getTime() - DAY_MS)),
  until: '',
});

/** "2026-03-03T10:30" in local time. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** An incomplete date is an empty value. */
export function spanErrors({ since, until }: SpanForm): SpanErrors {
  if (since === '') return { since: texts.timeMissing };
  return until !== '' && until < since ? { until: texts.order } : {};
}

/** The span of the request; null if a field is invalid. */
export function spanOf(form: SpanForm): Pick<ReplayBody, 'since' | 'until'> | null {
  if (Object.keys(spanErrors(form)).length > 0) return null;
  const instant = (text: string) => new Date(text).toISOString();
  return { since: instant(form.since), ...(form.until && { until: instant(form.until) }) };
}
