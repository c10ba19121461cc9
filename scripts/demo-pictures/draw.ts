/** A point on the half-profile of a turned object: its height on the sheet and its radius there. */
export type Ring = readonly [y: number, radius: number];

export const CX = 500;
const TILT = 0.2;

const n = (value: number) => value.toFixed(1);

/** Returns a smooth curve through points, as cubic Béziers with Catmull-Rom tangents. */
export function curve(points: readonly (readonly [number, number])[], tension = 1): string {
  const at = (i: number) => points[Math.min(Math.max(i, 0), points.length - 1)] ?? [0, 0];
  let d = '';
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 6;
    d += `C${n(p1[0] + (p2[0] - p0[0]) * k)} ${n(p1[1] + (p2[1] - p0[1]) * k)} ${n(p2[0] - (p3[0] - p1[0]) * k)} ${n(p2[1] - (p3[1] - p1[1]) * k)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d;
}

/** Returns a shape with light from the upper left over its colour. */
export const solid = (d: string, fill: string, light = 'side') =>
  `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#${light})"/>`;

export const line = (d: string, stroke: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, extra = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${extra}/>`;

/** Returns a rounded rectangle with light on it. */
export function slab(x: number, y: number, w: number, h: number, r: number, fill: string, light = 'side'): string {
  const box = `x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${r}"`;
  return `<rect ${box} fill="${fill}"/><rect ${box} fill="url(#${light})"/>`;
}

/** Returns the soft shadow of an object of this width on the table. */
export const shadow = (x: number, y: number, rx: number, strength = 0.28) =>
  `<ellipse cx="${n(x + rx * 0.12)}" cy="${n(y)}" rx="${n(rx * 1.08)}" ry="${n(rx * 0.17)}" fill="#1d1410" opacity="${strength}" filter="url(#soft)"/>`;

type Turned = { readonly x?: number; readonly fill: string; readonly inside?: string | null; readonly tilt?: number };

/** Returns an object turned on a wheel: its outline mirrored, a round foot, and an open or closed top. */
export function turned(rings: readonly Ring[], { x = CX, fill, inside = null, tilt = TILT }: Turned): string {
  const top = rings[0] ?? [0, 0];
  const foot = rings[rings.length - 1] ?? [0, 0];
  const right = rings.map(([y, r]) => [x + r, y] as const);
  const left = rings.map(([y, r]) => [x - r, y] as const).reverse();
  const d =
    `M${n(x - top[1])} ${n(top[0])}A${n(top[1])} ${n(top[1] * tilt)} 0 0 1 ${n(x + top[1])} ${n(top[0])}` +
    `${curve(right)}A${n(foot[1])} ${n(foot[1] * tilt)} 0 0 1 ${n(x - foot[1])} ${n(foot[0])}${curve(left)}Z`;
  const opening =
    inside === null
      ? ''
      : ellipse(x, top[0], top[1], top[1] * tilt, fill) +
        ellipse(x, top[0], top[1], top[1] * tilt, '#fff', 'opacity=".35"') +
        ellipse(x, top[0] + 3, top[1] * 0.93, top[1] * tilt * 0.88, inside) +
        ellipse(x, top[0] + 3, top[1] * 0.93, top[1] * tilt * 0.88, 'url(#hollow)');
  return solid(d, fill) + opening;
}

/** Returns a leaf from its stem to its tip, with a rib. */
export function leaf(x: number, y: number, length: number, width: number, degrees: number, fill: string): string {
  const d = `M0 0C${n(width)} ${n(-length * 0.25)} ${n(width * 0.9)} ${n(-length * 0.8)} 0 ${n(-length)}C${n(-width * 0.9)} ${n(-length * 0.8)} ${n(-width)} ${n(-length * 0.25)} 0 0Z`;
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${degrees})">${solid(d, fill, 'leaf')}${line(`M0 0V${n(-length * 0.9)}`, '#ffffff', 2.5, 'opacity=".28"')}</g>`;
}

/** Returns a generator of pseudo-random numbers with a fixed seed, so that a picture is the same each time. */
export function scatter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Returns specks inside an ellipse, as in a stoneware glaze. */
export function specks(x: number, y: number, rx: number, ry: number, count: number, fill: string, seed = 7): string {
  const next = scatter(seed);
  return Array.from({ length: count }, () => {
    const [angle, far] = [next() * Math.PI * 2, Math.sqrt(next())];
    return ellipse(
      x + Math.cos(angle) * rx * far,
      y + Math.sin(angle) * ry * far,
      2 + next() * 3.2,
      2 + next() * 2.4,
      fill,
      'opacity=".55"',
    );
  }).join('');
}

export type Backdrop = readonly [wall: string, table: string];

const defs = `<defs>
<linearGradient id="side"><stop offset="0" stop-color="#fff" stop-opacity=".10"/><stop offset=".22" stop-color="#fff" stop-opacity=".30"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a0f08" stop-opacity=".38"/></linearGradient>
<linearGradient id="flat" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".26"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a0f08" stop-opacity=".22"/></linearGradient>
<linearGradient id="leaf"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#06140a" stop-opacity=".10"/><stop offset="1" stop-color="#06140a" stop-opacity=".30"/></linearGradient>
<linearGradient id="hollow" x1="0" y1="0" x2="1" y2=".3"><stop offset="0" stop-color="#1a0f08" stop-opacity=".50"/><stop offset="1" stop-color="#1a0f08" stop-opacity=".10"/></linearGradient>
<linearGradient id="wall" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".42"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".20"/><stop offset="1" stop-color="#1a0f08" stop-opacity=".08"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff4d2" stop-opacity=".95"/><stop offset=".4" stop-color="#ffe2a0" stop-opacity=".45"/><stop offset="1" stop-color="#ffe2a0" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-50%" y="-150%" width="200%" height="400%"><feGaussianBlur stdDeviation="14"/></filter>
</defs>`;

/** Returns the whole sheet: wall, table and object. `close` zooms in for a detail view. */
export function sheet([wall, table]: Backdrop, thing: string, close = false): string {
  const view = close ? 'translate(-330 -430) scale(1.62)' : '';
  const horizon = close ? 900 : 690;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">${defs}` +
    `<rect width="1000" height="1000" fill="${wall}"/><rect width="1000" height="1000" fill="url(#wall)"/>` +
    `<rect y="${horizon}" width="1000" height="${1000 - horizon}" fill="${table}"/><rect y="${horizon}" width="1000" height="${1000 - horizon}" fill="url(#table)"/>` +
    `<g transform="${view}">${thing}</g></svg>`
  );
}
