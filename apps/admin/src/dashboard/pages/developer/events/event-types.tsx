import type { EventType } from '@libs/contract';
import {
  Activity,
  ArrowRightLeft,
  NotebookPen,
  Pencil,
  Plus,
  Tag,
  Trash2,
  TrendingUp,
  Unplug,
  Upload,
  UserMinus,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { t } from '../../../../messages';
import { SelectField } from '../../../../ui/forms/select-field';

const ICONS: Readonly<Record<EventType, LucideIcon>> = {
  'feedback.created': Plus,
  'feedback.updated': Pencil,
  'feedback.status_changed': ArrowRightLeft,
  'feedback.deleted': Trash2,
  'feedback.imported': Upload,
  'feedback.requests_reached': TrendingUp,
  'note.created': NotebookPen,
  'note.deleted': NotebookPen,
  'request.created': UserPlus,
  'request.deleted': UserMinus,
  'tag.created': Tag,
  'tag.deleted': Tag,
  'tag.updated': Tag,
  'webhook.disabled': Unplug,
};

export const isEventType = (text: string | null): text is EventType =>
  text !== null && Object.hasOwn(ICONS, text);

/** Also has an icon for types of a newer version of the service. */
export function EventIcon({ type }: { readonly type: string }) {
  const Icon = isEventType(type) ? ICONS[type] : Activity;
  return <Icon size={14} />;
}

const TYPES = Object.keys(ICONS)
  .filter(isEventType)
  .map((value) => ({ value, label: value }));

interface Props {
  readonly type: EventType | null;
  readonly onChoose: (type: EventType | null) => void;
}

export function EventTypeFilter({ type, onChoose }: Props) {
  return (
    <SelectField
      aria-label={t.events.type}
      value={type}
      options={[{ value: null, label: t.events.allTypes }, ...TYPES]}
      onChange={onChoose}
    />
  );
}
