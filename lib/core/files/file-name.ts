const LONGEST = 150;
/** Longer than any meaningful file extension. */
const LONGEST_ENDING = 12;

/**
 * Returns a safe file name from the name that the sender gave. Removes paths, control characters and bidirectional
 * controls, which can make an extension look like another. The name has at most `longest` characters and keeps its
 * extension.
 */
export function fileNameOf(given: string, longest = LONGEST): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufffd]/gu, '').trim();
  if (/^\.*$/.test(clean)) return 'file';
  return shortened(clean, longest);
}

function shortened(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= LONGEST_ENDING ? name.slice(dot) : '';
  // A cut inside a surrogate pair would leave half a character.
  return name.slice(0, longest - ending.length).replace(/[\ud800-\udbff]$/, '') + ending;
}
