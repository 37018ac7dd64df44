import {
  hasControl,
  integerRule,
  invalidValue,
  isObject,
  isOfType,
  isStorable,
  lineRule,
  nullable,
  objectRule,
  oneOf,
  optional,
  required,
  stringRule,
  trimmed,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { EVENT_TYPES } from '../events/event';
import { actorRule } from '../events/event-selection';
import { ALL_EVENTS, ENDPOINT_STATUSES, PAYLOADS, SIGNATURES, type Endpoint } from './endpoint';
import { isAllowedHeaderName } from './header-names';

export const URL_MAX = 2048;
export const DESCRIPTION_MAX = 200;
export const HEADERS_MAX = 5;
export const HEADER_VALUE_MAX = 1000;
const OVERLAP_MAX_SECONDS = 604_800;

export const URL_DEMAND = 'must be a public https URL';
/** @param problem completes the message; by default the same for every host, to reveal nothing about the network of the service */
export const forbiddenUrl = (problem = URL_DEMAND): Issue => invalidValue('url', problem);

/** Trims the URL. Rejects what the URL parser would ignore or escape, and can't be stored. `EndpointUrls` decides about the rest. */
const urlRule: Rule<string> = {
  schema: { type: 'string', format: 'uri', maxLength: URL_MAX },
  demand: URL_DEMAND,
  read(value, param, issues) {
    const url = stringRule.read(value, param, issues);
    if (typeof url !== 'string') return url;
    if (hasControl(url) || !isStorable(url)) issues.push(forbiddenUrl());
    return trimmed(url);
  },
};

const EVENTS_DEMAND = `must be ["${ALL_EVENTS}"], or a list of ${EVENT_TYPES.join(', ')}`;
const TYPES: readonly unknown[] = EVENT_TYPES;

/** One or more types, without duplicates, or only `*`. */
const eventsRule: Rule<Endpoint['events']> = {
  schema: {
    type: 'array',
    items: { type: 'string', enum: [ALL_EVENTS, ...EVENT_TYPES] },
    minItems: 1,
  },
  demand: EVENTS_DEMAND,
  read(value, param, issues) {
    if (!isOfType((candidate) => Array.isArray(candidate), 'an array', value, param, issues)) return [];
    const isAll = value.length === 1 && value[0] === ALL_EVENTS;
    if (!isAll && !(value.length > 0 && value.every((type) => TYPES.includes(type)))) {
      issues.push(invalidValue(param, EVENTS_DEMAND));
    }
    return [...new Set(value as Endpoint['events'])];
  },
};

const HEADER_NAME_MAX = 64;
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
const HEADERS_DEMAND = `must have at most ${HEADERS_MAX} headers with names and values that HTTP allows, without host, content-*, webhook-*, and hop-by-hop headers`;

/** Names and values of headers. */
const headersRule: Rule<Readonly<Record<string, string>>> = {
  schema: {
    type: 'object',
    maxProperties: HEADERS_MAX,
    additionalProperties: { type: 'string', maxLength: HEADER_VALUE_MAX },
  },
  demand: HEADERS_DEMAND,
  read(value, param, issues) {
    if (!isOfType(isObject, 'an object', value, param, issues)) return {};
    const entries = Object.entries(value);
    const names = new Set(entries.map(([name]) => name.toLowerCase()));
    if (names.size < entries.length || names.size > HEADERS_MAX || !entries.every(isHeader)) {
      issues.push(invalidValue(param, HEADERS_DEMAND));
    }
    return value as Readonly<Record<string, string>>;
  },
};

function isHeader([name, value]: [string, unknown]): boolean {
  if (!isAllowedHeaderName(name) || name.length > HEADER_NAME_MAX) return false;
  return typeof value === 'string' && value.length <= HEADER_VALUE_MAX && HEADER_VALUE.test(value);
}

const COMMON = {
  events: optional(eventsRule),
  payload: optional(oneOf(PAYLOADS)),
  headers: optional(headersRule),
  description: optional(nullable(lineRule(DESCRIPTION_MAX))),
  exclude_actor: optional(nullable(actorRule)),
};

const NEW = {
  url: required(urlRule),
  ...COMMON,
  events: required(eventsRule),
  signature: optional(oneOf(SIGNATURES)),
};
export type NewEndpoint = ValuesOf<typeof NEW>;
export const newEndpointRule = objectRule(NEW);

const CHANGE = { url: optional(urlRule), ...COMMON, status: optional(oneOf(ENDPOINT_STATUSES)) };
export type EndpointChange = ValuesOf<typeof CHANGE>;
export const endpointChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['signature'], verb: 'updated' },
});

const ROTATION = { overlap_seconds: optional(integerRule(0, OVERLAP_MAX_SECONDS)) };
export type KeyRotation = ValuesOf<typeof ROTATION>;
export const keyRotationRule = objectRule(ROTATION);
