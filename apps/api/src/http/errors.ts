import type { Caller } from '@libs/accounts';
import { allowedNames, DomainError } from '@libs/kernel';

/** Errors of HTTP requests (conventions.md 6). Errors about items are in libs/feedback. */
export const malformedRequest = () =>
  new DomainError('validation', 'malformed_request', 'Malformed HTTP request');

/** The HTTP parser rejects the bytes of the URL. */
export const unencodedUrl = () =>
  new DomainError(
    'validation',
    'malformed_request',
    'Malformed HTTP request: the URL has characters that must be percent-encoded',
  );

export const malformedUrl = () => new DomainError('validation', 'malformed_url', 'Request URL is not valid');

export const headersTooLarge = () =>
  new DomainError('validation', 'headers_too_large', 'Request headers are too large (maximum 16384 bytes)');

export const httpsRequired = () => new DomainError('permission', 'https_required', 'HTTPS is required');

export const keyMissing = () =>
  new DomainError('authentication', 'api_key_missing', 'Missing API key: send it in the X-API-Key header');

export const keyAmbiguous = () =>
  new DomainError(
    'authentication',
    'api_key_ambiguous',
    'Multiple API keys provided: send exactly one X-API-Key header',
  );

/** @param action completes “not allowed to …” */
export const notAllowed = ({ permission }: Pick<Caller, 'permission'>, action = 'do this') =>
  new DomainError(
    'permission',
    'insufficient_permissions',
    `This API key is not allowed to ${action} (permission: ${permission})`,
  );

export const originNotAllowed = () =>
  new DomainError('permission', 'origin_not_allowed', 'This API key may not be used from this origin');

export const routeNotFound = () => new DomainError('not_found', 'route_not_found', 'Unknown endpoint');

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new DomainError(
    'method_not_allowed',
    'method_not_allowed',
    `Method ${method} is not allowed for this endpoint ${allowedNames(allowed)}`,
  );

export const bodyTooLarge = (limit: number) =>
  new DomainError(
    'payload_too_large',
    'body_too_large',
    `Request body is too large (maximum ${limit} bytes)`,
  );

/** Names only JSON if the route accepts JSON and other types. */
export const unsupportedContentType = (consumes: readonly string[] = [JSON_TYPE]) =>
  new DomainError(
    'unsupported_media_type',
    'unsupported_content_type',
    `Content-Type must be ${consumes.includes(JSON_TYPE) ? JSON_TYPE : consumes.join(' or ')}`,
  );
const JSON_TYPE = 'application/json';

/** The media type is supported, but its charset or another parameter is not. */
export const unsupportedParameters = (type: string) =>
  new DomainError(
    'unsupported_media_type',
    'unsupported_content_type',
    `Content-Type must be ${type} in UTF-8: use charset=utf-8, or no parameters`,
  );

export const unsupportedContentEncoding = () =>
  new DomainError(
    'unsupported_media_type',
    'unsupported_content_encoding',
    'Content-Encoding is not supported',
  );

export const invalidBody = () =>
  new DomainError('validation', 'invalid_body', 'Request body must be a JSON object');

/** @param excess completes “Request body …” */
export const excessiveBody = (excess: string) =>
  new DomainError('validation', 'invalid_body', `Request body ${excess}`);

export const invalidEncoding = () =>
  new DomainError('validation', 'invalid_encoding', 'Request body is not valid UTF-8');

export const malformedJson = () =>
  new DomainError('validation', 'malformed_json', 'Request body is not valid JSON');

export const internalError = () =>
  new DomainError('internal', 'internal_error', 'An unexpected error occurred');

const RETRY_AFTER_OUTAGE = 5;

export const serviceUnavailable = () =>
  new DomainError('unavailable', 'service_unavailable', 'The service is temporarily unavailable', {
    retryAfter: RETRY_AFTER_OUTAGE,
  });

export const uploadTooSlow = () =>
  new DomainError('validation', 'upload_too_slow', 'The upload stalled or was too slow');
