const LONGEST = 150;
/** Longer than any that means something. */
const LONGEST_ENDING = 12;

/**
 * What a file is called, out of what its sender calls it: no path, no control characters, none that turn the direction
 * of writing (they make an ending look like another), at most 150 characters with its ending kept.
 */
export function fileNameOf(given: string): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufffd]/gu, '').trim();
  if (/^\.*$/.test(clean)) return 'file';
  return shortened(clean);
}

function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= LONGEST_ENDING ? name.slice(dot) : '';
  // A cut through a pair would leave half a character.
  return name.slice(0, LONGEST - ending.length).replace(/[\ud800-\udbff]$/, '') + ending;
}
