import { describe, expect, it } from 'vitest';
import { scriptJson } from './json-ld.ts';

describe('scriptJson', () => {
  it('escapes characters that could close the script tag, and parses to the same value', () => {
    const title = '</script><script>alert(1)</script><!-- & \u2028\u2029';

    const json = scriptJson({ title });

    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ title });
  });
});
