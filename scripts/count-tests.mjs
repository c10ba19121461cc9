// Adds up the results of the test runners in test-results and prints the one line that CI reads. A run that failed
// without a failed test (lint, types, build) counts as one failure.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const forms = ['', '-long'];
const vitest = forms.map((form) => read(`test-results/vitest${form}.json`));
const browser = forms.map((form) => read(`test-results/browser${form}.json`)?.stats);
const sum = (counts) => counts.reduce((total, count) => total + (count ?? 0), 0);

const passed = sum(vitest.map((run) => run?.numPassedTests)) + sum(browser.map((run) => run?.expected));
const failed = sum(vitest.map((run) => run?.numFailedTests)) + sum(browser.map((run) => run?.unexpected));
const broken = Number(process.argv[2] ?? 0) !== 0;

console.log(`${passed} passed, ${broken ? Math.max(failed, 1) : failed} failed`);
process.exit(broken || failed > 0 || passed === 0 ? 1 : 0);
