import assert from 'node:assert/strict'
import { test } from 'node:test'
import { district, workshop } from '@busbar/simulator'
import { templates } from '@busbar/templates'
import { matching } from '../../data/format/search.rules.ts'
import { searchTargets, withoutVerbs } from './find.rules.ts'

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
  ['pump', ['Booster pump', 'Pumping station', 'Motor current', 'Run hours', 'Wet well', 'Level']],
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

/** The sites of the demo that are named alike, with all parameters of their devices. */
const demo = (): ReturnType<typeof searchTargets> => {
  const sites = district.sites.filter(({ id }) => /-[1-3]$/.test(id))
  let id = 0
  const tree = [...workshop.sites, ...sites].map(({ id: slug, name, devices }) => ({
    name,
    slug,
    devices: Object.fromEntries(
      devices.map(({ unit, sku, name: device }) => {
        const params = (templates().get(sku)?.paramTemplates ?? []).map(({ name: texts, label, unitName }) => {
          const own = texts.en
          const fullName = `${device}: ${own} [${label}], ${unitName}`
          return [(id += 1), { name: own, label, slug: label.toLowerCase(), fullName }]
        })
        const parameters = Object.fromEntries(params) as object
        return [(id += 1), { name: device, slug: device.toLowerCase(), modbusUnitId: unit, parameters }]
      }),
    ),
  }))
  return searchTargets(Object.fromEntries(tree.entries()) as unknown as Parameters<typeof searchTargets>[0])
}

for (const [typed, places] of [
  ['pumping station 2 pump 1 run', ['Pumping station 2 / Pump 1 / Run command']],
  ['run pump 1 station 2', ['Pumping station 2 / Pump 1 / Run command']],
  ['pump 2 pres', [1, 2, 3].map((station) => `Pumping station ${station} / Pump 2 / Discharge pressure`)],
  ['school 3 kitchen i', ['School 3 / Kitchen / Current']],
  ['main meter u1', ['Workshop / Main meter / Voltage L1']],
] as const) {
  test(`${typed} finds ${places.join(', ')} first`, () => {
    const found = matching(demo(), typed).filter(({ kind }) => kind === 'param')
    assert.deepEqual(
      found.slice(0, places.length).map(({ path }) => path.join(' / ')),
      places,
    )
  })
}

test('pump 1 finds the devices of that name before those that have more to their name', () => {
  const found = matching(demo(), 'pump 1').filter(({ kind }) => kind !== 'param')
  assert.deepEqual(
    found.slice(0, 6).map(({ name }) => name),
    ['Pump 1', 'Pump 1', 'Pump 1', 'Pump 1 protection', 'Pump 1 protection', 'Pump 1 protection'],
  )
})

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
  test(`the query in ${typed} is ${left}`, () =>
    assert.equal(withoutVerbs(typed, ['Mute alerts of  for 1 h', 'Read  now']), left))
}
