// Adds up what the test runners wrote into test-results and prints the one line CI reads.
// A run that failed without a failed test (lint, types, build) counts as one failure.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const vitest = read('test-results/vitest.json');
const browser = read('test-results/browser.json')?.stats;

const passed = (vitest?.numPassedTests ?? 0) + (browser ? browser.expected + browser.flaky : 0);
const failed = (vitest?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
const broken = Number(process.argv[2] ?? 0) !== 0;

console.log(`${passed} passed, ${broken ? Math.max(failed, 1) : failed} failed`);
process.exit(broken || failed > 0 || passed === 0 ? 1 : 0);
