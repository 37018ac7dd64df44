import type { Webhook } from '@libs/contract';
import type { ReactNode } from 'react';
import { t } from '../../../../messages';
import { Pill } from '../../../../ui/badges/pill';
import { Note } from '../../../../ui/states/note';
import { stateOf } from './health';

const texts = t.webhooks;

export function WebhookPill({ webhook }: { readonly webhook: Webhook }) {
  switch (stateOf(webhook)) {
    case 'active':
      return <Pill tone="good">{texts.status.active}</Pill>;
    case 'failing':
      return <Pill tone="warning">{texts.status.failing}</Pill>;
    case 'disabled':
      return <Pill tone="neutral">{texts.status.disabled}</Pill>;
    case 'disabledByService':
      return <Pill tone="danger">{texts.status.disabled}</Pill>;
  }
}

interface Props {
  readonly webhook: Webhook;
  readonly action?: ReactNode;
}

/** Why a webhook is disabled, and what to do; nothing for an active one. */
export function DisabledNote({ webhook: { status, disabled_reason: reason }, action }: Props) {
  if (status === 'active') return null;
  const { title, body } = texts.reasons[reason ?? 'requested'];
  return (
    <Note tone={reason ? 'danger' : 'info'} title={title} action={action}>
      {body}
    </Note>
  );
}
