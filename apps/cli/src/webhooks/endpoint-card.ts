import type { RotatedSecretResponse, Webhook } from '@libs/api-client';
import type { Cli } from '../cli';
import { factLines, timeText, type Facts } from '../output/card';
import { formatNumber } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { colorEndpointStatus, eventsText, successRate } from './endpoint-rows';

/** Formats all fields of a webhook for people. */
export function webhookCard(
  { context, options }: Cli,
  webhook: Webhook & { readonly secret?: string },
): string {
  const style = createStyle(context, options);
  const { health } = webhook;
  const time = (instant: string | null) => (instant === null ? '–' : timeText(instant, context, style));
  const duration = health.average_duration_ms;
  const facts: Facts = [
    ['ID', safeLine(webhook.id)],
    ['Status', statusText(webhook, style)],
    ['Events', eventsText(webhook.events)],
    ['Payload', safeLine(webhook.payload)],
    ['Signature', safeLine(webhook.signature)],
    ['Headers', safeLine(webhook.headers.join(', ') || '–')],
    ...(webhook.exclude_actor ? [['Excluded actor', safeLine(webhook.exclude_actor)] as const] : []),
    ['Description', safeLine(webhook.description ?? '–')],
    ['Success rate (24 h)', successRate(health)],
    ['Average duration (24 h)', duration === null ? '–' : `${formatNumber(duration)} ms`],
    ['Failures in a row', formatNumber(health.consecutive_failures)],
    ['Last success', time(health.last_success_at)],
    ['Last failure', time(health.last_failure_at)],
    ['Created', time(webhook.created_at)],
    ['Updated', time(webhook.updated_at)],
    ...keyFacts(webhook),
  ];
  return `${style.bold(safeLine(webhook.url))}\n${factLines(facts, style)}`;
}

/** Formats the result of a rotation for people. */
export function rotationText({ context, options }: Cli, rotated: RotatedSecretResponse['data']): string {
  return factLines(keyFacts(rotated), createStyle(context, options));
}

type Keys = RotatedSecretResponse['data'];

const keyFacts = ({ secret, public_key: publicKey, previous_secret_expires_at: expiresAt }: Keys): Facts => [
  ...(publicKey === null ? [] : [['Public key', safeLine(publicKey)] as const]),
  ...(expiresAt === null
    ? []
    : [[`Previous ${publicKey === null ? 'secret' : 'key'} expires`, safeLine(expiresAt)] as const]),
  ...(secret === undefined ? [] : [['Secret', safeLine(secret)] as const]),
];

const REASONS = {
  gone: 'the endpoint responded with 410',
  failing: 'all deliveries failed for five days',
} as const;

function statusText({ status, disabled_reason: reason }: Webhook, style: Style): string {
  const text = colorEndpointStatus(style, status, safeLine(status));
  return reason === null ? text : `${text}: ${REASONS[reason] ?? safeLine(reason)}`;
}
