import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { district } from '../plants/district.ts'
import { swarm } from '../plants/swarm.ts'
import { workshop } from '../plants/workshop.ts'
import { plantProblem } from './description.ts'
import { parsePlant } from './parse.ts'
import { Plant } from './plant.ts'

describe('the plants we ship', () => {
  for (const [plant, sites, devices] of [
    [workshop, 1, 6],
    [district, 40, 192],
    [swarm({ sites: 500, units: 10 }), 500, 5000],
  ] as const) {
    test(`${plant.name}: ${sites} sites, ${devices} devices`, () => {
      assert.equal(plantProblem(plant), null)
      assert.equal(plant.sites.length, sites)
      assert.equal(
        plant.sites.reduce((sum, site) => sum + site.devices.length, 0),
        devices,
      )
    })
  }
})

test('the same plant at the same time shows the same, and no two devices are alike', () => {
  const at = { clock: new VirtualClock(), startMs: Date.UTC(2026, 0, 1, 12) }
  const [one, two] = [new Plant(swarm({ sites: 2, units: 2 }), at), new Plant(swarm({ sites: 2, units: 2 }), at)]
  const energy = (plant: Plant, site: string) => plant.site(site).device(1)?.value('E')
  assert.equal(energy(one, 'site-1'), energy(two, 'site-1'))
  assert.notEqual(energy(one, 'site-1'), energy(one, 'site-2'))
})

test('time can run faster', () => {
  const clock = new VirtualClock()
  const plant = new Plant(workshop, { clock, startMs: Date.UTC(2026, 0, 1), speed: 3600 })
  const energy = () => Number(plant.site('workshop').device(2)?.value('E'))
  const before = energy()
  clock.advance(24_000)
  const grown = energy() - before
  assert.ok(grown > 5 && grown < 60, `a day's ${grown} kWh of an office`)
})

const good = { name: 'mine', sites: [{ id: 'a', devices: [{ unit: 1, sku: 'em1p' }] }] }

test('a plant is read from JSON', () => {
  assert.deepEqual(parsePlant('mine.json', JSON.stringify(good)), {
    name: 'mine',
    seed: 'busbar',
    sites: [{ id: 'a', name: 'a', envelope: 'tcp', devices: [{ unit: 1, sku: 'em1p', name: 'em1p' }] }],
  })
})

describe('a plant that cannot be is refused with the place', () => {
  const site = (change: object) => ({ ...good, sites: [{ ...good.sites[0], ...change }] })
  for (const [json, message] of [
    ['{', /mine\.json: this is no JSON object/],
    [[], /this is no JSON object/],
    [{ sites: [] }, /name: a text is needed/],
    [{ name: 'x', sites: 'y' }, /sites: a list of objects is needed/],
    [{ name: 'x', sites: [] }, /sites: from 1 to 20000 are possible/],
    [site({ id: 'A B' }), /site A B: id: up to 40/],
    [site({ envelope: 'udp' }), /site a: envelope: one of tcp, rtu, ascii/],
    [site({ devices: [] }), /site a: devices: at least one/],
    [site({ devices: [{ unit: 0, sku: 'em1p' }] }), /unit 0: from 1 to 247/],
    [site({ devices: [{ unit: 1, sku: 'toaster' }] }), /toaster is not simulated; known are em1p/],
    [{ ...good, sites: [good.sites[0], good.sites[0]] }, /site a: there are two of this id/],
    [
      site({
        devices: [
          { unit: 1, sku: 'em1p' },
          { unit: 1, sku: 'em3p' },
        ],
      }),
      /unit 1: there are two of it/,
    ],
  ] as const) {
    test(`${message}`, () => {
      assert.throws(() => parsePlant('mine.json', typeof json === 'string' ? json : JSON.stringify(json)), message)
    })
  }
})
