import { describe, expect, it } from 'vitest';
import texts from '#lib/i18n/seller/en/csv.json' with { type: 'json' };
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { importFileProblem, rowProblemText } from './import-texts.ts';

const problem = (statusCode: number, details: Readonly<Record<string, string>>) =>
  new ApiProblem({ error: 'ValidationError', message: 'The file is not a table of products', statusCode, details });

describe('the problems of an import', () => {
  it('have a text by column for a wrong cell, and by code for other refusals', () => {
    expect(rowProblemText({ code: 'Invalid', field: 'price' }, texts)).toBe(texts.cell_price);
    expect(rowProblemText({ code: 'SkuTaken', field: 'sku' }, texts)).toBe(texts.row_SkuTaken);
  });

  it('keep their own message where there is no text', () => {
    expect(rowProblemText({ code: 'Unheard', field: 'sku' }, texts)).toBeUndefined();
    expect(rowProblemText({ code: 'Invalid', field: '' }, texts)).toBeUndefined();
  });

  it('name the place in a file that is no table', () => {
    const details = { file: 'has an unknown column: colour', code: 'UnknownColumn', at: 'colour' };
    expect(importFileProblem(problem(400, details), texts, 'en')).toBe('There is no column “colour”.');
    expect(importFileProblem(problem(413, {}), texts, 'en')).toBe(texts.importTooLarge);
    expect(importFileProblem(problem(403, { code: 'VendorNotApproved' }), texts, 'en')).toBeUndefined();
    expect(importFileProblem(new Error('x'), texts, 'en')).toBeUndefined();
  });
});
