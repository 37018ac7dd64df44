import { INPUT_ERROR_CODES, type CodeText } from './input-error-codes';

/** Every error code of the REST API (conventions.md 6). `/docs/errors` shows them. */
export const ERROR_CODES: Readonly<Record<string, CodeText>> = {
  ...INPUT_ERROR_CODES,
  api_key_missing: ['The request has no API key.', 'Send it in the `X-API-Key` header.'],
  api_key_invalid: [
    'No API key has this value.',
    'Copy the whole key, without spaces or quotes, or create another one.',
  ],
  api_key_ambiguous: ['The request has more than one `X-API-Key` header.', 'Send exactly one.'],
  api_key_revoked: [
    'The API key was revoked.',
    'Create another one in the dashboard under "API & Developer".',
  ],
  api_key_expired: [
    'The API key has expired.',
    'Create another one in the dashboard under "API & Developer".',
  ],
  insufficient_permissions: [
    'The permission of the API key does not include this request.',
    'Use a key with the permission that the endpoint lists.',
  ],
  origin_not_allowed: [
    'The API key is restricted to other origins.',
    'Add the origin of the page to the key in the dashboard.',
  ],
  account_suspended: ['The operator has suspended the account.', 'Contact the operator of the service.'],
  https_required: [
    'The request was sent over plain HTTP.',
    'Use the https URL. Rotate the API key, because others could read it.',
  ],
  feedback_not_found: [
    'No item of the account has this ID: the item, or with `param: "merged_into"` the item to merge into.',
    'Check the ID that `param` names. The item may be deleted.',
  ],
  route_not_found: [
    'The path does not exist.',
    'Check the path; it is case-sensitive and starts with `/api/v1`.',
  ],
  cursor_expired: [
    'The cursor is older than the events that the service keeps.',
    'Start again with `after=latest`, or without a cursor.',
  ],
  request_not_found: [
    'The item has no request with this ID.',
    'Check the ID, and that the request belongs to this item.',
  ],
  status_message_not_found: ['The item has no message with this ID.', 'Check the ID.'],
  note_not_found: ['The item has no note with this ID.', 'Check the ID. The note may be deleted.'],
  tag_not_found: [
    'The account has no tag with this ID.',
    'Check the ID. The tag may be deleted, or merged into another one.',
  ],
  webhook_not_found: [
    'The account has no webhook with this ID.',
    'Check the ID. The webhook may be deleted.',
  ],
  delivery_not_found: [
    'The webhook has no delivery with this ID.',
    'Check the ID. Deliveries are kept for a limited time.',
  ],
  method_not_allowed: [
    'The endpoint does not support this method.',
    'Use one of the methods in the message and in the `Allow` header.',
  ],
  external_id_taken: ['Another item has this `external_id`.', 'Use another one, or change that item.'],
  feedback_merged: [
    'The item is merged into another one, so only `merged_into` can change.',
    'Change the item that `merged_into` names, or set `merged_into` to null first.',
  ],
  merge_conflict: [
    'The items cannot be merged in this way.',
    'Merge into an item that is neither merged, nor the item itself, nor its duplicate.',
  ],
  tag_limit_reached: [
    'The account has its maximum number of tags.',
    'Use existing tags, or delete or merge some.',
  ],
  votes_disabled: [
    'The account does not accept votes.',
    'Turn on votes on the page Roadmap of the dashboard.',
  ],
  mail_not_configured: [
    'The service sends no mail, which `notify` and a vote with an email address need.',
    'Leave these out, or ask the operator to set `SMTP_URL`.',
  ],
  card_not_found: ['No public card has this ID.', 'Check the ID, or publish the item.'],
  card_ended: ['The card is no longer public.', 'Do not retry.'],
  voting_closed: [
    'The card has a status without votes.',
    'Do not retry. Cards with the status `new`, `planned`, or `building` accept votes.',
  ],
  already_sent: ['The message is no longer held.', 'Do not retry: it was sent, or cancelled.'],
  changelog_entry_not_found: ['The account has no changelog entry with this ID.', 'Check the ID.'],
  changelog_limit_reached: ['The account has its maximum number of changelog entries.', 'Delete some.'],
  request_exists: ['Another request for the item has this email address.', 'Change that request instead.'],
  request_is_submission: ['The request is the submission of the item.', 'Delete or change the item instead.'],
  request_limit_reached: [
    'The item has its maximum number of requests.',
    'Delete some, or add to `count` of a request without an email address.',
  ],
  storage_limit_reached: [
    'The account has no storage left.',
    'Delete feedback, or ask the operator for more storage.',
  ],
  idempotency_key_in_use: [
    'An earlier request with this `Idempotency-Key` is still running.',
    'Retry after `Retry-After` seconds with the same key.',
  ],
  idempotent_result_gone: [
    'The items that the first request with this `Idempotency-Key` created are deleted.',
    'Do not retry. To create them again, use another key.',
  ],
  webhook_limit_reached: ['The account has its maximum number of webhooks.', 'Delete one first.'],
  webhook_disabled: ['The webhook is disabled.', 'Set its `status` to `active`, then repeat the request.'],
  event_unavailable: ['The data of the event was deleted.', 'Do not retry.'],
  etag_mismatch: [
    'The item has changed since it was read, or `If-Match` has a weak ETag.',
    'Read the item, apply the change to it, and send its `ETag`.',
  ],
  body_too_large: ['The request body has too many bytes.', 'Split the request.'],
  unsupported_content_type: [
    'The media type of the request body is not supported.',
    'Send the `Content-Type` in the message.',
  ],
  unsupported_content_encoding: [
    'The request body has a `Content-Encoding`.',
    'Send it without compression.',
  ],
  idempotency_key_reused: [
    'The `Idempotency-Key` belongs to an earlier request with another content.',
    'Use a new key for each new request.',
  ],
  rate_limit_exceeded: [
    'The API key has sent too many requests.',
    'Wait for `Retry-After` seconds. The request did not count.',
  ],
  too_many_auth_failures: [
    'Your IP address has sent too many invalid API keys.',
    'Wait for `Retry-After` seconds, and correct the key.',
  ],
  too_many_concurrent_requests: [
    'Too many requests of the account run at the same time.',
    'Send fewer at once, and retry after `Retry-After` seconds.',
  ],
  notify_limit_exceeded: [
    'The account has asked for too many messages about status and the changelog in 24 hours.',
    'Leave out `notify`, or retry after `Retry-After` seconds at the earliest.',
  ],
  export_in_progress: ['The account already runs an export.', 'Wait until it is complete.'],
  import_in_progress: ['The account already runs an import.', 'Wait until it is complete.'],
  too_many_streams: [
    'The API key has too many open event streams.',
    'Close one, or share it between your programs.',
  ],
  internal_error: [
    'The service failed.',
    'Retry later. If it happens again, send `request_id` to the operator.',
  ],
  service_unavailable: [
    'The service cannot reach its database, or is overloaded.',
    'Retry after `Retry-After` seconds.',
  ],
  too_many_exports: ['Too many exports run on the service.', 'Retry after `Retry-After` seconds.'],
  too_many_imports: ['Too many imports run on the service.', 'Retry after `Retry-After` seconds.'],
};

/** Path of the page that explains the codes. The name of a code is its fragment. */
export const ERRORS_PATH = '/docs/errors';

/** Returns the URL that explains a code; undefined for a code that the REST API does not have. */
export const docUrlOf = (code: string, publicUrl: string): string | undefined =>
  Object.hasOwn(ERROR_CODES, code) ? `${publicUrl}${ERRORS_PATH}#${code}` : undefined;
