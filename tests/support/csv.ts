/** Parses CSV (RFC 4180) into one object per row, keyed by the head. A byte order mark is left out. */
export function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = linesOf(text.replace(/^\u{FEFF}/u, ''));
  return rows.map((cells) => {
    if (cells.length !== head.length) throw new Error(`a row has ${cells.length} cells, the head ${head.length}`);
    return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']));
  });
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [whole, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (whole === '') break;
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}
