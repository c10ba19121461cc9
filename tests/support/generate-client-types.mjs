// Prints the types that openapi-typescript generates from the OpenAPI document named on the command line. This is a
// separate program because openapi-typescript needs the compiler API of TypeScript 5, which TypeScript 7 does not have.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');

const [document] = process.argv.slice(2);
process.stdout.write(astToString(await openapiTS(pathToFileURL(document))));
