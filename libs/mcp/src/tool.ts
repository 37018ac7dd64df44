import { DomainError, ISSUES_MAX, parse, type ObjectRule, type Valid } from '@libs/kernel';
import { ToolFailure, type FeedbackTools } from './feedback-tools';

export type ObjectSchema = Record<string, unknown> & { readonly type: 'object' };

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** For whoever asks people before a tool is called; said in full, because the defaults expect the worst. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    /** This and the next mean nothing for a tool that only reads. */
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** What `structuredContent` will be. @throws ToolFailure, also for arguments that are not in order */
  call(tools: FeedbackTools, given: object): Promise<Record<string, unknown>>;
}

interface ToolPlan<T> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolDefinition['annotations'];
  readonly takes: ObjectRule<T>;
  readonly gives: Readonly<Record<string, unknown>>;
  /** What it gives as well, but not always. */
  readonly mayGive?: Readonly<Record<string, unknown>>;
  readonly run: (tools: FeedbackTools, given: Valid<T>) => Promise<Record<string, unknown>>;
}

/** A tool whose arguments are read by its rules before it runs. */
export function toolOf<T>(plan: ToolPlan<T>): Tool {
  const { name, title, description, hints, takes, gives, mayGive, run } = plan;
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: takes.schema,
      outputSchema: objectOf(gives, mayGive),
      annotations: hints,
    },
    call: async (tools, given) => run(tools, argumentsOf(takes, given)),
  };
}

/** @throws ToolFailure `validation_error` with every fault */
function argumentsOf<T>(rule: ObjectRule<T>, given: object): Valid<T> {
  try {
    return parse(rule, given);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw ToolFailure.of('validation_error', error.message, error.facts.issues?.slice(0, ISSUES_MAX));
  }
}

/** An object that has all of `properties` and may have those of `more`, and others one day. */
export const objectOf = (
  properties: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): ObjectSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...more },
});
