import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, searchTargets, withoutVerbs } from './find.rules.ts'

const param = (name: string, label: string) => ({
  name,
  label,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  fullName: name,
  address: 1,
  isTracked: true,
  isProgrammable: false,
})
const targets = searchTargets({
  3: {
    name: 'Pumping station',
    slug: 'pumping',
    solution: 'any',
    ip: '10.0.0.7',
    port: 502,
    devices: {
      7: {
        name: 'Booster pump',
        slug: 'booster',
        modbusUnitId: 4,
        parameters: { 70: param('Motor current', 'IMOT'), 71: param('Run hours', 'HRS') },
      },
      8: { name: 'Wet well', slug: 'well', modbusUnitId: 5, parameters: { 80: param('Level', 'LVL') } },
    },
  },
} as unknown as Parameters<typeof searchTargets>[0])

for (const [typed, names] of [
  ['pump', ['Pumping station', 'Booster pump', 'Wet well', 'Motor current', 'Run hours', 'Level']],
  ['BOOSTER', ['Booster pump', 'Motor current', 'Run hours']],
  ['cur', ['Motor current']],
  ['booster imot', ['Motor current']],
  ['10.0.0.7', ['Pumping station']],
  ['level', ['Level']],
  ['wet', ['Wet well', 'Level']],
  ['nothing', []],
] as const) {
  test(`${typed} finds ${names.join(', ')}`, () =>
    assert.deepEqual(
      matching(targets, typed).map(({ name }) => name),
      names,
    ))
}

test('a device knows where it is and all that it reads', () => {
  const device = targets.find(({ name }) => name === 'Booster pump')
  assert.deepEqual([device?.where, device?.unit, device?.paramIds], [['Pumping station'], 4, [70, 71]])
})

for (const [typed, left] of [
  ['mute pump', 'pump'],
  ['Read booster pump now', 'booster pump'],
  ['booster', 'booster'],
  ['mut', ''],
  ['', ''],
] as const) {
  test(`what is meant by ${typed} is ${left}`, () =>
    assert.equal(withoutVerbs(typed, ['Mute alerts of  for 1 h', 'Read  now']), left))
}
