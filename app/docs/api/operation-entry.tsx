import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { Content, Operation, Parameter } from '#lib/api/openapi.ts';
import { schemaText } from '#lib/api/schema-text.ts';
import { SchemaBlock } from './schema-block.tsx';

const tones: Readonly<Record<string, Tone>> = { get: 'success', post: 'accent', delete: 'danger' };

type OperationProps = { readonly method: string; readonly path: string; readonly operation: Operation };

/** Renders one route, collapsed at first. It opens without a script. */
export function OperationEntry({ method, path, operation }: OperationProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return (
    <details id={operationId} className="rounded-lg border border-line bg-surface">
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg px-4 py-3">
        <Badge tone={tones[method] ?? 'warning'}>{method.toUpperCase()}</Badge>
        <code className="font-mono break-all">{path}</code>
        <span className="text-muted">{summary}</span>
      </summary>
      <div className="flex flex-col gap-6 border-t border-line px-4 py-5">
        <p>{description}</p>
        {parameters.length > 0 && <Parameters parameters={parameters} />}
        {requestBody && (
          <Part title={requestBody.required ? 'Body' : 'Body, may be left out'} content={requestBody.content} />
        )}
        {Object.entries(responses).map(([status, response]) => (
          <Part
            key={status}
            title={`${status === 'default' ? 'Otherwise' : status}: ${response.description}`}
            content={response.content}
          />
        ))}
      </div>
    </details>
  );
}

function Part({ title, content }: { readonly title: string; readonly content: Content | undefined }) {
  const schema = content?.['application/json']?.schema;
  const name = typeof schema?.$ref === 'string' ? schemaText(schema) : null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {name !== null && (
        <a href={`#schema-${name}`} className="self-start py-1 font-mono underline underline-offset-4">
          {name}
        </a>
      )}
      {schema && name === null && <SchemaBlock label={title} text={schemaText(schema)} />}
    </div>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Parameters</h3>
      <dl className="flex flex-col gap-2">
        {parameters.map(({ name, in: place, required, schema }) => (
          <div key={`${place} ${name}`} className="flex flex-wrap items-baseline gap-x-3">
            <dt className="font-mono">{name}</dt>
            <dd className="text-muted">
              {place}
              {required ? ', required' : ''}, <code className="font-mono text-sm break-all">{schemaText(schema)}</code>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
