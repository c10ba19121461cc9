import { pageLinks } from '#lib/web/i18n/page-texts.ts';
import type { Text } from '#lib/web/texts/read-text.ts';
import { MarkdownBlocks } from './markdown-blocks.tsx';

/** Shows a text page: its title and what follows, in lines of a readable length. */
export async function TextArticle({ text }: { readonly text: Text }) {
  const go = await pageLinks();
  return (
    <main
      id="content"
      className="mx-auto flex w-full max-w-7xl grow flex-col px-4 pt-8 pb-24 sm:px-6 lg:px-10 lg:pt-12"
    >
      <article className="flex max-w-[68ch] flex-col gap-4 leading-relaxed">
        <h1 className="text-3xl leading-tight sm:text-4xl">{text.title}</h1>
        <MarkdownBlocks blocks={text.blocks} go={go} />
      </article>
    </main>
  );
}
