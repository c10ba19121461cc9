import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { ProcedureKind } from '#lib/admin/verification/values.ts';

type Asked = { readonly kind?: ProcedureKind | undefined; readonly cursor?: string | undefined };

export const queueHref = (asked: Asked = {}): Route => queryHref('/admin/verification', asked);
export const procedureHref = (number: string): Route => `/admin/verification/${number}` as Route;
