import { DomainError, ISSUES_MAX, parse, type ObjectRule, type Valid } from '@libs/kernel';
import { ToolFailure, type FeedbackTools } from './feedback-tools';

export type ObjectSchema = Record<string, unknown> & { readonly type: 'object' };

/** A tool as `tools/list` returns it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /**
   * Hints for clients that ask the user before a call. Without `readOnlyHint` and `idempotentHint`, they count as false; the
   * defaults of the others assume the worst case.
   */
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    /** Only has a meaning for tools that write, like `idempotentHint`. */
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Returns `structuredContent`. @throws ToolFailure, also for invalid arguments */
  call(tools: FeedbackTools, args: object): Promise<Record<string, unknown>>;
}

interface ToolSpec<T> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolDefinition['annotations'];
  readonly input: ObjectRule<T>;
  /** Names of the members that the result always has. */
  readonly output: readonly string[];
  readonly run: (tools: FeedbackTools, args: Valid<T>) => Promise<Record<string, unknown>>;
}

type Hints = ToolDefinition['annotations'];
export const READS: Hints = { readOnlyHint: true, openWorldHint: false };
export const ADDS: Hints = { destructiveHint: false, openWorldHint: false };
/** Overwriting is destructive, because the previous value is lost. A repeated call writes another note. */
export const OVERWRITES: Hints = { ...ADDS, destructiveHint: true };
export const DELETES: Hints = { ...OVERWRITES, idempotentHint: true };

/** Builds a tool that validates its arguments by rules before it runs. */
export function toolOf<T>(spec: ToolSpec<T>): Tool {
  const { name, title, description, hints, input, output, run } = spec;
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: input.schema,
      // Names only: results show the types, and schemas of items would cost a model tokens in every session.
      outputSchema: { type: 'object', required: output },
      annotations: hints,
    },
    call: async (tools, args) => run(tools, argumentsOf(input, args)),
  };
}

/** @throws ToolFailure `validation_error` with every error */
export function argumentsOf<T>(rule: ObjectRule<T>, args: object): Valid<T> {
  try {
    return parse(rule, args);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw ToolFailure.of('validation_error', error.message, error.facts.issues?.slice(0, ISSUES_MAX));
  }
}
