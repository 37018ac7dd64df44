import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../../messages';
import { formatRelativeTime, formatDateTime } from './format-time';

/** "5 min. ago", updated while visible; the full date is in the tooltip and for screen readers. */
export function RelativeTime({ value }: { readonly value: string }) {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 30_000, { autoInvoke: true });
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelativeTime(value, now, t.ui.now)}
    </time>
  );
}
