/** A stack has ten frames. The message in front of them may be of any length. */
const FRAMES_CHARACTERS = 8_000;
const foreign = /node:|node_modules|<anonymous>|native/;
const source = /(?:^|\/)((?:app|components|lib|services)\/[\w()[\]./-]{1,200}\.tsx?)(?::\d+)*\)?$/;

/**
 * Returns function and source file of the first stack frame of our own code, or null. Lines, columns and the files of a
 * build are left out, because they change with every release.
 */
export function ownFrameOf(stack: string): string | null {
  for (const line of stack.slice(-FRAMES_CHARACTERS).split('\n')) {
    const frame = line.trim();
    if (!frame.startsWith('at ') || foreign.test(frame)) continue;
    const name = functionOf(frame);
    const file = source.exec(frame)?.[1] ?? '';
    if (name !== '' || file !== '') return `${name} ${file}`.trim();
  }
  return null;
}

/** Returns the name in `at async Object.name (file:1:2)`, or an empty text for a frame without a name. */
function functionOf(frame: string): string {
  const end = frame.indexOf(' (');
  if (end < 0) return '';
  const [last = ''] = frame.slice(3, end).split(/[ .]/).slice(-1);
  return /^[\w$]{2,80}$/.test(last) ? last : '';
}
