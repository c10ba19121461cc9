// Adds up the results of the test runners in test-results and prints the one line that CI reads. A run that failed
// without a failed test (lint, types, build) counts as one failure. A browser test that passed only when it was tried again
// is named.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const forms = ['', '-long'];
const vitest = forms.map((form) => read(`test-results/vitest${form}.json`));
const browserRuns = forms.map((form) => read(`test-results/browser${form}.json`));
const browser = browserRuns.map((run) => run?.stats);
const sum = (counts) => counts.reduce((total, count) => total + (count ?? 0), 0);

const passed =
  sum(vitest.map((run) => run?.numPassedTests)) + sum(browser.map((run) => (run?.expected ?? 0) + (run?.flaky ?? 0)));
const failed = sum(vitest.map((run) => run?.numFailedTests)) + sum(browser.map((run) => run?.unexpected));
const broken = Number(process.argv[2] ?? 0) !== 0;

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
for (const spec of browserRuns.flatMap((run) => (run?.suites ?? []).flatMap(specsOf))) {
  if (spec.tests.some((test) => test.status === 'flaky')) {
    console.log(`passed only when it was tried again: ${spec.file}:${spec.line} ${spec.title}`);
  }
}
console.log(`${passed} passed, ${broken ? Math.max(failed, 1) : failed} failed`);
process.exit(broken || failed > 0 || passed === 0 ? 1 : 0);
