import { describe, expect, it } from 'vitest';
import { PeopleStore } from './people-store.ts';

const person = (id: string) => ({ id, name: `Name of ${id}`, avatarUrl: null, isDeleted: false });
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function world(answer = async (ids: readonly string[]) => ids.filter((id) => id !== 'usr_gone').map(person)) {
  const asked: { ids: readonly string[]; of: readonly string[] }[] = [];
  let work = () => {};
  const store = new PeopleStore({
    ask: (ids, of) => {
      asked.push({ ids, of });
      return answer(ids);
    },
    soon: (run) => {
      work = run;
    },
  });
  return {
    asked,
    store,
    draw: async () => {
      work();
      await settled();
    },
  };
}

describe('the people of a page', () => {
  it('are requested once and together, with the conversations that grant access', async () => {
    const { asked, store, draw } = world();
    store.seed({ usr_1: person('usr_1') });

    store.need('cvs_1', ['usr_1', 'usr_2']);
    store.need('cvs_2', ['usr_2', 'usr_gone']);
    await draw();
    store.need('cvs_2', ['usr_2', 'usr_gone']);
    await draw();

    expect(asked).toEqual([{ ids: ['usr_2', 'usr_gone'], of: ['cvs_1', 'cvs_2'] }]);
    expect(store.all().usr_2?.name).toBe('Name of usr_2');
    expect(store.all().usr_gone).toMatchObject({ isDeleted: true, name: '' });
  });

  it('are requested in batches within the limits', async () => {
    const { asked, store, draw } = world();

    for (let at = 0; at < 230; at += 1) store.need(`cvs_${at % 60}`, [`usr_${at}`]);
    await draw();

    for (const { ids, of } of asked) expect([ids.length <= 100, of.length <= 50]).toEqual([true, true]);
    expect(Object.keys(store.all())).toHaveLength(230);
  });

  it('are requested again after a failure', async () => {
    let isDown = true;
    const { asked, store, draw } = world(async (ids) => {
      if (isDown) throw new Error('down');
      return ids.map(person);
    });

    store.need('cvs_1', ['usr_1']);
    await draw();
    isDown = false;
    store.need('cvs_1', ['usr_1']);
    await draw();

    expect(asked).toHaveLength(2);
    expect(store.all().usr_1?.isDeleted).toBe(false);
  });
});
