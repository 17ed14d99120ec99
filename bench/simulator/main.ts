import { parseArgs } from 'node:util'
import { goalTable } from '../kit/print.ts'
import { type Role, startRole } from '../kit/role.ts'
import type { ServerActs } from '../modbus/roles/server-role.ts'
import type { ReaderActs } from './roles/reader.ts'
import type { SwarmActs } from './roles/swarm-server.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const size = values.quick ? { sites: 500, units: 10 } : { sites: 5000, units: 10 }
const runMs = values.quick ? 500 : 3000
const clients = 16

const swarm = startRole<SwarmActs>(import.meta.resolve('./roles/swarm-server.ts'))
const memory = startRole<ServerActs>(import.meta.resolve('../modbus/roles/busbar-server.ts'))
const reader = startRole<ReaderActs>(import.meta.resolve('./roles/reader.ts'))

/** Requests a second, and the server's CPU for each. */
const load = async (server: Role<SwarmActs> | Role<ServerActs>, ports: number[]): Promise<[number, number]> => {
  await reader.ask('connect', ports)
  await reader.ask('readFor', { ms: runMs / 4, units: size.units })
  const before = await server.ask('cpuMicros')
  const answered = await reader.ask('readFor', { ms: runMs, units: size.units })
  return [(answered * 1000) / runMs, ((await server.ask('cpuMicros')) - before) / answered]
}

try {
  console.log(`A swarm of ${size.sites} sites with ${size.units} units each, in one process\n`)
  const ports = await swarm.ask('serve', size)
  await reader.ask('connect', ports)
  const answered = await reader.ask('readAll', size.units)
  const rssMb = (await swarm.ask('rssBytes')) / 1e6
  const [rate, micros] = await load(swarm, ports.slice(0, clients))
  const plain = await memory.ask('listen')
  const [plainRate, plainMicros] = await load(
    memory,
    Array.from({ length: clients }, () => plain),
  )
  console.log(`simulated devices  ${rate.toFixed(0)} requests/s, ${micros.toFixed(1)} CPU us each`)
  console.log(`plain memory       ${plainRate.toFixed(0)} requests/s, ${plainMicros.toFixed(1)} CPU us each\n`)
  console.log(
    goalTable([
      { what: 'units that answered', value: answered, wants: { atLeast: size.sites * size.units } },
      { what: 'memory, all sites connected and all units read', value: rssMb, unit: ' MB', wants: { below: 1000 } },
      { what: 'CPU per request / plain memory', value: micros / plainMicros, wants: { atMost: 2 } },
    ]),
  )
} finally {
  for (const role of [reader, swarm, memory]) await role.stop()
}
