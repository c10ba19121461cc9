/** Returns the last non-empty lines of a text. They show whether a draft was cut off or mixed up. */
export const lastLines = (text: string, count = 2): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-count)
    .join('\n');
