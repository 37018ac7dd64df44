import type { SecurityLogEntry } from '@libs/contract';
import type { SecurityEvent } from '@libs/kernel';

export function entryJson({ id, type, createdAt, by, subject }: SecurityEvent): SecurityLogEntry {
  const { ip, ...actor } = by;
  return {
    id,
    type,
    created_at: createdAt.toISOString(),
    actor,
    ip_address: ip ?? null,
    subject: { id: subject.id ?? null, name: subject.name ?? null },
  };
}
