import {
  alreadySent,
  dueAt,
  MESSAGE_MAX,
  statusMessageJson,
  statusMessageNotFound,
  type StatusMessage,
} from '@libs/feedback';
import { apiKeyActor } from '@libs/kernel';
import { failure, refsTo } from '../openapi/error-responses';
import { darkMode } from '../openapi/examples';
import { itemFailures } from '../openapi/items';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { example, idParameter, instant, open, STATUS } from '../openapi/schemas';
import { StatusMessagesController } from './status-messages.controller';

const created_at = '2026-03-04T10:00:00.000Z';
const message: StatusMessage = {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f',
  feedback_id: darkMode.id,
  state: 'held',
  previous_status: 'new',
  status: null,
  message: 'We start next week.',
  actor: apiKeyActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f'),
  created_at,
  due_at: dueAt(created_at),
  sent_at: null,
  recipients: 214,
  delivered: 0,
  waiting: 0,
  refused: 0,
};

const own = {
  StatusMessageNotFound: failure({
    description: 'The item has no message with this ID.',
    errors: { status_message_not_found: statusMessageNotFound() },
  }),
  StatusMessageSent: failure({
    description: 'The message is no longer held.',
    errors: { already_sent: alreadySent() },
  }),
};
const all = { ...own, ...itemFailures };
const errors = (...names: (keyof typeof all)[]) => refsTo(all, ...names);
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const orNull = (schema: Schema): Schema => ({ ...schema, type: ['string', 'null'] });

/** `/feedback/{id}/status-messages`: status-messages.md 1, status-messages.md 3. */
export const statusMessages: Resource = {
  tag: { name: 'Messages about status', description: 'See what the people who follow an item were told.' },
  schemas: {
    StatusMessage: {
      description: 'A message to the people who follow an item, about its new status.',
      ...open({
        id: { type: 'string', format: 'uuid', description: 'ID of the message.' },
        feedback_id: { type: 'string', format: 'uuid', description: 'ID of the item.' },
        state: {
          type: 'string',
          examples: ['held', 'sending', 'sent', 'cancelled', 'unchanged'],
          description: 'Only a `held` message can be cancelled. New values can be added.',
        },
        previous_status: STATUS,
        status: {
          anyOf: [STATUS, { type: 'null' }],
          description: 'The status that it reports; null while it is held, and if nothing was sent.',
        },
        message: {
          type: ['string', 'null'],
          maxLength: MESSAGE_MAX,
          description: 'What your team writes.',
        },
        actor: ref('schemas', 'Actor'),
        created_at: instant('When it was asked for.'),
        due_at: instant('The end of the hold.'),
        sent_at: orNull(instant('When it was sent; null if it was not.')),
        recipients: count('How many people it was sent to, or would be sent to now.'),
        delivered: count('How many messages the mail server has accepted.'),
        waiting: count('How many messages it has not accepted yet.'),
        refused: count('How many messages were rejected, or ended by their recipients.'),
      }),
    },
    StatusMessageList: open({ data: { type: 'array', items: ref('schemas', 'StatusMessage') } }),
  },
  parameters: { StatusMessageId: idParameter('message_id', 'message', message.id) },
  failures: own,
  operations: [
    operation(StatusMessagesController, 'list', {
      operationId: 'listStatusMessages',
      summary: 'List messages about status',
      description:
        'Returns the newest 100 messages about the status of an item, newest first. `notify` in an update asks for one.',
      parameters: ['FeedbackId'],
      success: jsonResponse('The messages.', 'StatusMessageList', {
        held: example('A message that is held', { data: [statusMessageJson(message)] }),
      }),
      otherResponses: errors('InvalidItemRequest', 'FeedbackNotFound'),
    }),
    operation(StatusMessagesController, 'cancel', {
      operationId: 'cancelStatusMessage',
      summary: 'Cancel a message about status',
      description: 'Cancels a message that is held: within two minutes after the change that asked for it.',
      parameters: ['FeedbackId', 'StatusMessageId'],
      success: emptyResponse('The message was cancelled.'),
      otherResponses: errors('InvalidItemRequest', 'StatusMessageNotFound', 'StatusMessageSent'),
    }),
  ],
};
