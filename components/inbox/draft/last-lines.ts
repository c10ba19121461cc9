/** How a text ends: its last lines with something in them. A draft that was cut off or mixed up shows it there. */
export const lastLines = (text: string, count = 2): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-count)
    .join('\n');
