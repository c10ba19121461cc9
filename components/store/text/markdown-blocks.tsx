import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import type { Go } from '#lib/web/i18n/local-links.ts';
import type { Block, Inline } from '#lib/web/texts/markdown.ts';

type BlocksProps = {
  readonly blocks: readonly Block[];
  /** Keeps links within the shop in the language of the page. */
  readonly go: Go;
};

/** Draws a Markdown text. The page has its title already, so headings start at the second level. */
export const MarkdownBlocks = ({ blocks, go }: BlocksProps) =>
  numbered(blocks).map(([at, block]) => <MarkdownBlock key={at} block={block} go={go} />);

// A text never changes its order while it is shown.
const numbered = <T,>(list: readonly T[]) => [...list.entries()];

function MarkdownBlock({ block, go }: { readonly block: Block; readonly go: Go }) {
  switch (block.kind) {
    case 'heading': {
      const words = <Words content={block.content} go={go} />;
      const id = block.id ?? undefined;
      return block.level <= 2 ? (
        <h2 id={id} className="mt-6 scroll-mt-24 text-2xl">
          {words}
        </h2>
      ) : (
        <h3 id={id} className="mt-2 scroll-mt-24 text-lg">
          {words}
        </h3>
      );
    }
    case 'paragraph':
      return (
        <p className="text-pretty">
          <Words content={block.content} go={go} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-4">
          <MarkdownBlocks blocks={block.blocks} go={go} />
        </blockquote>
      );
    case 'list':
      return <MarkdownList list={block} go={go} />;
    case 'code':
      return (
        <pre className="rounded-md bg-sunken p-4 text-sm whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr className="border-line" />;
  }
}

type ListProps = { readonly list: Block & { readonly kind: 'list' }; readonly go: Go };

function MarkdownList({ list: { start, items }, go }: ListProps) {
  const points = numbered(items).map(([at, blocks]) => (
    <li key={at} className="ps-1">
      <div className="flex flex-col gap-2">
        <MarkdownBlocks blocks={blocks} go={go} />
      </div>
    </li>
  ));
  return start === null ? (
    <ul className="flex list-disc flex-col gap-2 ps-6">{points}</ul>
  ) : (
    <ol start={start} className="flex list-decimal flex-col gap-2 ps-6">
      {points}
    </ol>
  );
}

type WordsProps = { readonly content: readonly Inline[]; readonly go: Go };

const Words = ({ content, go }: WordsProps) =>
  numbered(content).map(([at, part]) => <Word key={at} part={part} go={go} />);

const linkClass = 'underline underline-offset-4';

function Word({ part, go }: { readonly part: Inline; readonly go: Go }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words content={part.content} go={go} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Words content={part.content} go={go} />
        </em>
      );
    case 'link': {
      const words = <Words content={part.content} go={go} />;
      return isOwn(part.href) ? (
        <Link href={go(part.href)} className={linkClass}>
          {words}
        </Link>
      ) : (
        <a href={part.href} className={linkClass}>
          {words}
        </a>
      );
    }
  }
}

/** Whether a link leads to a page of this shop. No type knows the addresses in a text. */
const isOwn = (href: string): href is Route => href.startsWith('/');
