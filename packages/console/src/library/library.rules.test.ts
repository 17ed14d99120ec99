import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf, filtered, type TemplateLine } from './library.rules.ts'

const line = (id: number, fields: Partial<TemplateLine>): TemplateLine => ({
  id,
  name: 'SDM630 three-phase energy meter',
  manufacturer: 'Eastron',
  version: '1',
  skus: ['eastron-sdm630'],
  paramCount: 3,
  ...fields,
})
const lines = [
  line(1, { kind: 'meter' }),
  line(2, { manufacturer: 'ABB', name: 'ACS550 drive', skus: ['abb-acs550'], kind: 'drive' }),
  line(3, { orgId: 7, name: 'Boiler' }),
  line(4, { orgId: 8, name: 'Of another organization' }),
]

for (const [filter, gives] of [
  [{}, [1, 2, 3]],
  [{ q: 'eastron sdm' }, [1, 3]],
  [{ q: 'ACS550 abb' }, [2]],
  [{ q: 'three eastron-sdm630' }, [1]],
  [{ kind: 'drive' }, [2]],
  [{ kind: 'other' }, [3]],
  [{ show: 'own' }, [3]],
  [{ show: 'shipped', q: 'meter' }, [1]],
  [{ q: 'another' }, []],
] as const) {
  test(JSON.stringify(filter), () =>
    assert.deepEqual(
      filtered(lines, 7, filter).map(({ id }) => id),
      gives,
    ),
  )
}

test('a file is called what every system lets through', () => {
  assert.equal(fileNameOf({ manufacturer: 'F&F', name: 'LE-01MR v.2/3: ток' }), 'F-F-LE-01MR-v.2-3-ток')
})
