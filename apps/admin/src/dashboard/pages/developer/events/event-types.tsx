import type { EventType } from '@libs/contract';
import { NativeSelect } from '@mantine/core';
import {
  Activity,
  ArrowRightLeft,
  Pencil,
  Plus,
  Trash2,
  Unplug,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { t } from '../../../../messages';

const ICONS: Readonly<Record<EventType, LucideIcon>> = {
  'feedback.created': Plus,
  'feedback.updated': Pencil,
  'feedback.status_changed': ArrowRightLeft,
  'feedback.deleted': Trash2,
  'feedback.imported': Upload,
  'webhook.disabled': Unplug,
};

export const isEventType = (text: string | null): text is EventType =>
  text !== null && Object.hasOwn(ICONS, text);

/** Also has an icon for types of a newer version of the service. */
export function EventIcon({ type }: { readonly type: string }) {
  const Icon = isEventType(type) ? ICONS[type] : Activity;
  return <Icon size={14} aria-hidden />;
}

interface Props {
  readonly type: EventType | null;
  readonly onChoose: (type: EventType | null) => void;
}

export function EventTypeFilter({ type, onChoose }: Props) {
  return (
    <NativeSelect
      aria-label={t.events.type}
      value={type ?? ''}
      data={[{ value: '', label: t.events.allTypes }, ...Object.keys(ICONS)]}
      onChange={({ currentTarget: { value } }) => onChoose(isEventType(value) ? value : null)}
    />
  );
}
