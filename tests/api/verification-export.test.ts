import { expect, it } from 'vitest';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { call } from '#tests/support/call.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { putProcedure } from '#tests/support/verification.ts';

it('GET /api/admin/exports/verification writes the open procedures as the queue shows them, without answers', async () => {
  const world = await testContext({ files: openMemoryFiles() });
  installRuntime(world);
  const admin = await asUser(world, { role: 'admin', name: 'Ann' });
  const [olena, boris] = [await asUser(world, { name: 'Olena' }), await asUser(world, { name: '=Boris' })];
  const first = await putProcedure(olena);
  world.clock.advance(HOUR_MS);
  const second = await putProcedure(boris, { withFile: false });
  await reviewProcedure(admin, first, 'under-review', {});
  const closed = await putProcedure(await asUser(world));
  await reviewProcedure(admin, closed, 'approve', {});
  const { slaDueAt, submittedAt } = (await world.data.need(VerificationProcedures, second)).data;
  const ask = (query = {}) => call(exportList, { as: admin, params: { list: 'verification' }, query });

  const [head, ...lines] = (await ask()).text.split('\r\n').slice(0, -1);

  expect(head).toBe(
    'procedureNumber,kind,status,subjectType,subjectId,subjectName,attempt,files,claimedBy,claimedByName,overdue,submittedAt,slaDueAt',
  );
  expect(lines[0]).toContain(`${first},identity,under_review,user,${olena.user.id},Olena,1,1,${admin.user.id},Ann,`);
  expect(lines[1]).toBe(
    `${second},identity,submitted,user,${boris.user.id},'=Boris,1,0,,,false,${submittedAt},${slaDueAt}`,
  );
  expect(lines).toHaveLength(2);
  expect((await ask({ kind: 'vendor' })).text.split('\r\n')).toHaveLength(2);
  expect((await ask({ status: 'approved' })).status).toBe(400);
});
