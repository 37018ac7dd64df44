import {
  GROUPINGS,
  GROUPS,
  INTERVALS,
  METRICS,
  STATS_DAYS_DEFAULT,
  STATS_DAYS_MAX,
  STATS_FIELDS,
  STATS_TAGS_MAX,
  statsJson,
  type Stats,
} from '@libs/feedback';
import { failure, MALFORMED_REQUEST, refsTo } from '../openapi/error-responses';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { ref, type Resource, type Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { count, example, nullable, open } from '../openapi/schemas';
import { StatsController } from './stats.controller';
import { statsRequest } from './stats.http';

const RANGE = { interval: 'day', from: '2026-03-02', to: '2026-03-03', timeZone: 'Europe/Berlin' } as const;
const sources = (counts: Readonly<Record<string, number>>) => ({
  count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  groups: GROUPS.source.map((name) => ({ name, count: counts[name] ?? 0 })),
});

const created: Stats = {
  metric: 'created',
  by: 'source',
  ...RANGE,
  total: sources({ form: 3, api: 2 }),
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', ...sources({}) },
    { from: '2026-03-03', to: '2026-03-03', ...sources({ form: 3, api: 2 }) },
  ],
};
const tags = (count: number, billing: number, mobile: number) => ({
  count,
  groups: [
    { name: 'mobile', count: mobile },
    { name: 'billing', count: billing },
  ],
});
const byTag: Stats = {
  ...created,
  by: 'tag',
  total: tags(5, 1, 3),
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', ...tags(0, 0, 0) },
    { from: '2026-03-03', to: '2026-03-03', ...tags(5, 1, 3) },
  ],
};
const firstChange: Stats = {
  metric: 'time_to_first_change',
  ...RANGE,
  total: { count: 2, medianSeconds: 5400 },
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', count: 0, medianSeconds: null },
    { from: '2026-03-03', to: '2026-03-03', count: 2, medianSeconds: 5400 },
  ],
};

const STATS = {
  created: example('New items per day by source', { data: statsJson(created) }),
  created_by_tag: example('New items per day by tag', { data: statsJson(byTag) }),
  time_to_first_change: example('Median time until the status of an item first changes', {
    data: statsJson(firstChange),
  }),
};

export const INVALID_STATS: Queries = {
  invalid_parameter_metric: { metric: 'votes' },
  invalid_parameter_metric_missing: {},
  invalid_parameter_by: { metric: 'created', by: 'title' },
  invalid_parameter_by_tag: { metric: 'shipped', by: 'tag' },
  invalid_parameter_interval: { metric: 'created', interval: 'hour' },
  invalid_parameter_from: { metric: 'created', from: '2026-03-03T10:00:00Z' },
  invalid_parameter_to: { metric: 'created', to: '2026-02-30' },
  invalid_parameter_time_zone: { metric: 'created', time_zone: 'CET+1' },
  invalid_parameter_range: { metric: 'created', from: '2020-01-01', to: '2026-03-03' },
  invalid_parameter_order: { metric: 'created', from: '2026-03-04', to: '2026-03-03' },
  unknown_parameter: { metric: 'created', since: '2026-03-03' },
  repeated_parameter: { metric: ['created', 'shipped'] },
};
const own = {
  InvalidStatsRequest: failure({
    description: 'A query parameter is missing, invalid, repeated, or unknown.',
    errors: {
      ...errorsOf(INVALID_STATS, (query) => statsRequest(query, new Date('2026-03-03T10:00:00.000Z'))),
      ...MALFORMED_REQUEST,
    },
  }),
};

const DAY: Schema = { type: 'string', format: 'date' };
const value = {
  count: count('Number of items or of changes.'),
  median_seconds: nullable(count('Median in seconds, only for `time_to_…`; null if `count` is 0.')),
};
const groups = {
  groups: {
    type: 'array',
    items: ref('schemas', 'StatsGroup'),
    description:
      'The value of each group, only with `by`. Always has all groups, in the same order. With `by=tag`, the ' +
      `${STATS_TAGS_MAX} tags with the most items in the range.`,
  } as Schema,
};
const parameter = (
  name: keyof typeof STATS_FIELDS,
  description: string,
  sample: string,
  schema?: Schema,
) => ({
  name,
  in: 'query' as const,
  description,
  schema: schema ?? STATS_FIELDS[name].rule.schema,
  example: sample,
});

/** `/feedback/stats`: insights.md 1. */
export const stats: Resource = {
  tag: { name: 'Statistics', description: 'Count items and changes over time.' },
  schemas: {
    StatsGroup: open({ name: { type: 'string' }, ...value }, ['name', 'count']),
    StatsTotal: open({ ...value, ...groups }, ['count']),
    StatsBucket: open(
      {
        from: { ...DAY, description: 'First day.' },
        to: {
          ...DAY,
          description: 'Last day. The first and the last bucket can be a part of a week or month.',
        },
        ...value,
        ...groups,
      },
      ['from', 'to', 'count'],
    ),
    FeedbackStats: open({
      metric: { type: 'string', enum: METRICS },
      by: { type: ['string', 'null'], enum: [...GROUPINGS, null] },
      interval: { type: 'string', enum: INTERVALS },
      from: { ...DAY, description: 'First day.' },
      to: { ...DAY, description: 'Last day.' },
      time_zone: { type: 'string' },
      total: ref('schemas', 'StatsTotal'),
      buckets: {
        type: 'array',
        items: ref('schemas', 'StatsBucket'),
        description: 'Oldest first, without gaps.',
      },
    }),
    FeedbackStatsResponse: open({ data: ref('schemas', 'FeedbackStats') }),
  },
  parameters: {
    StatsMetric: {
      ...parameter(
        'metric',
        'What to count: `created` items, changes of the status (`status_changed`), changes to `shipped`, or the ' +
          'median time from the creation of an item to its first change of the status (`time_to_first_change`) or to ' +
          '`shipped` (`time_to_shipped`). Changes count when they happen. Deleted items do not count.',
        'created',
      ),
      required: true,
    },
    StatsBy: parameter(
      'by',
      'Group by the source of items, by status (the new status of changes, or the status that created items have ' +
        'now), or by the tags that created items have now. An item with two tags counts in both groups. Only `created` ' +
        'can be grouped by tag.',
      'source',
    ),
    StatsInterval: parameter('interval', 'Length of a bucket. Weeks start on Monday.', 'day', {
      ...STATS_FIELDS.interval.rule.schema,
      default: 'day',
    }),
    StatsFrom: parameter(
      'from',
      `First day. By default, the range has ${STATS_DAYS_DEFAULT} days; with buckets of a day at most ${STATS_DAYS_MAX}, of a week 7 and of a month 30 times as many.`,
      '2026-03-02',
    ),
    StatsTo: parameter('to', 'Last day. By default, today.', '2026-03-03'),
    StatsTimeZone: parameter('time_zone', 'IANA time zone in which days start.', 'Europe/Berlin', {
      ...STATS_FIELDS.time_zone.rule.schema,
      default: 'UTC',
    }),
  },
  failures: own,
  operations: [
    operation(StatsController, 'read', {
      operationId: 'getFeedbackStats',
      summary: 'Get statistics',
      description:
        'Returns the number of items or of changes per day, week, or month. Changes are counted about 0.1 seconds ' +
        'after they happen.',
      parameters: ['StatsMetric', 'StatsBy', 'StatsInterval', 'StatsFrom', 'StatsTo', 'StatsTimeZone'],
      success: jsonResponse('The statistics.', 'FeedbackStatsResponse', STATS),
      otherResponses: refsTo(own, 'InvalidStatsRequest'),
    }),
  ],
};
