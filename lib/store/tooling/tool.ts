import { z } from 'zod';
import type { Program } from './open-program.ts';
import type { ToolScope } from './values.ts';

/** What a seller's program may call. Its names and texts are for programs and models, so they are in English only. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: ToolScope;
  /** How the tool acts, in the words of the protocol. */
  readonly annotations: Annotations;
  readonly input: z.ZodType;
  /** The JSON Schema of the input. */
  readonly inputSchema: object;
  /** Throws what the function of the shop throws. */
  readonly run: (program: Program, args: unknown) => Promise<object>;
};

export type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether it reaches people outside the shop. */
  readonly openWorldHint: boolean;
};

export const reads: Annotations = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
export const adds: Annotations = { ...reads, readOnlyHint: false, idempotentHint: false };
/** Calling it again changes nothing more. */
export const sets: Annotations = { ...reads, readOnlyHint: false };
/** The same, and what was there before is gone. */
export const replaces: Annotations = { ...sets, destructiveHint: true };
/** The same, and the buyer is told, which nothing takes back. */
export const tells: Annotations = { ...replaces, openWorldHint: true };

type Given<S extends z.ZodType, R extends z.ZodType> = Omit<Tool, 'input' | 'inputSchema' | 'run'> & {
  readonly input: S;
  /** The schema of the result. Fields that it does not name are not sent. */
  readonly output: R;
  readonly run: (program: Program, args: z.output<S>) => Promise<z.input<R>>;
};

/** Declares a tool. */
export function tool<S extends z.ZodType, R extends z.ZodType>({ input, output, run, ...rest }: Given<S, R>): Tool {
  let schema: object | undefined;
  return {
    ...rest,
    input,
    get inputSchema() {
      schema ??= jsonSchemaOf(input);
      return schema;
    },
    run: async (program, args) => output.parse(await run(program, args as z.output<S>)) as object,
  };
}

/**
 * Returns the JSON Schema of an input without regular expressions: models and their programs refuse those that they do
 * not know. The server checks them in each call.
 */
function jsonSchemaOf(input: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      // Several expressions of one text.
      if (jsonSchema.allOf?.every((part) => 'pattern' in part)) delete jsonSchema.allOf;
    },
  });
  return schema;
}

export const pageSize = z.int().min(1).max(100).default(50);
