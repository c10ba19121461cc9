import { classNames } from '#components/ui/class-names.ts';
import type { Person } from '#lib/messaging/members/people.ts';

const tones = [
  'bg-primary-soft text-primary',
  'bg-accent-soft text-accent',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
] as const;
const sizes = {
  tiny: 'size-5 text-[0.6rem]',
  small: 'size-8 text-xs',
  medium: 'size-11 text-base',
  large: 'size-12 text-lg',
  huge: 'size-24 text-4xl',
} as const;

/**
 * Shows a user's picture, or initials in a colour derived from the id. Hidden from screen readers, because the name
 * stands beside it.
 */
export function Avatar({
  id,
  name,
  picture = null,
  size = 'medium',
}: {
  readonly id: string;
  readonly name: string;
  readonly picture?: string | null;
  readonly size?: keyof typeof sizes;
}) {
  const shape = classNames('flex shrink-0 items-center justify-center overflow-hidden rounded-full', sizes[size]);
  if (picture !== null)
    // biome-ignore lint/performance/noImgElement: the picture has a fixed size already; there is nothing to optimise.
    return <img src={picture} alt="" className={classNames(shape, 'bg-neutral-soft object-cover')} />;
  return (
    <span aria-hidden className={classNames(shape, 'font-semibold select-none', toneOf(id))}>
      {initialsOf(name)}
    </span>
  );
}

/** Shows the avatar of a loaded person. */
export const PersonAvatar = ({
  person,
  name,
  size,
}: {
  readonly person: Person | undefined;
  readonly name: string;
  readonly size?: keyof typeof sizes;
}) => <Avatar id={person?.id ?? ''} name={name} picture={person?.avatarUrl ?? null} {...(size && { size })} />;

function toneOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum += id.charCodeAt(at);
  return tones[sum % tones.length] ?? tones[0];
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '·', second = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return `${firstOf(first)}${firstOf(second)}`.toUpperCase();
}

const firstOf = (word: string): string => word.match(/^./u)?.[0] ?? '';
