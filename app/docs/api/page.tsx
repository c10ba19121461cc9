import type { Metadata } from 'next';
import { openApiDocument } from '#lib/api/openapi-document.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { schemaText } from '#lib/api/schema-text.ts';
import { OperationEntry } from './operation-entry.tsx';
import { SchemaBlock } from './schema-block.tsx';

export const metadata: Metadata = {
  title: 'API',
  description: 'Every route of the shop: who may call it, what it accepts and what it returns.',
};

const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? 'api');

export default async function ApiPage() {
  await pageContext();

  return (
    <main
      id="content"
      lang="en"
      className="mx-auto flex w-full max-w-5xl grow flex-col gap-12 px-4 pt-10 pb-24 sm:px-6"
    >
      <header className="flex flex-col gap-4">
        <h1 className="text-4xl tracking-tight">API</h1>
        <p className="max-w-prose text-muted text-pretty">
          Generated from the routes. Bodies are JSON in UTF-8. Every error response has the shape of{' '}
          <a href="#schema-Error" className="underline underline-offset-4">
            Error
          </a>
          . Machine-readable document:{' '}
          <a href="/api/openapi.json" className="underline underline-offset-4">
            openapi.json
          </a>{' '}
          (OpenAPI 3.1).
        </p>
        <nav aria-label="Groups of routes">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {[...byTag.keys(), 'schemas'].map((tag) => (
              <li key={tag}>
                <a href={`#${tag}`} className="inline-block py-2 underline underline-offset-4">
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {[...byTag].map(([tag, entries]) => (
        <section key={tag} id={tag} aria-label={tag} className="flex flex-col gap-3">
          <h2 className="text-2xl">{tag}</h2>
          {entries.map(({ path, method, operation }) => (
            <OperationEntry key={operation.operationId} path={path} method={method} operation={operation} />
          ))}
        </section>
      ))}
      <section id="schemas" aria-label="schemas" className="flex flex-col gap-6">
        <h2 className="text-2xl">schemas</h2>
        {Object.entries(openApiDocument.components.schemas).map(([name, schema]) => (
          <div key={name} id={`schema-${name}`} className="flex flex-col gap-2">
            <h3 className="font-mono font-semibold">{name}</h3>
            <SchemaBlock label={`Schema ${name}`} text={schemaText(schema)} />
          </div>
        ))}
      </section>
    </main>
  );
}
