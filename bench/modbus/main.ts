import { parseArgs } from 'node:util'
import { goalTable } from '../kit/print.ts'
import {
  type ClientContestant,
  clientRole,
  libmodbusClient,
  libmodbusServer,
  type ServerContestant,
  serverRole,
} from './contestants.ts'
import { buildLibmodbus } from './libmodbus/build.ts'
import { measure, type Pairing } from './measure.ts'
import { deep, floors, Results, ratios, sequential, sockets } from './report.ts'
import { measureSockets } from './sockets.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const effort = values.quick ? { rounds: 3, runMs: 100 } : { rounds: 7, runMs: 400 }
const socketCount = 3000

const libmodbus = buildLibmodbus()
const busbarServer = import.meta.resolve('./roles/busbar-server.ts')
const clients: ClientContestant[] = [
  clientRole('busbar', import.meta.resolve('./roles/busbar-client.ts')),
  clientRole('modbus-serial', import.meta.resolve('./roles/modbus-serial-client.ts')),
  clientRole('raw socket', import.meta.resolve('./roles/raw-client.ts')),
  ...(libmodbus === null ? [] : [libmodbusClient(libmodbus)]),
]
const servers: ServerContestant[] = [
  await serverRole('busbar', busbarServer),
  await serverRole('modbus-serial', import.meta.resolve('./roles/modbus-serial-server.ts')),
  await serverRole('raw socket', import.meta.resolve('./roles/raw-server.ts')),
  ...(libmodbus === null ? [] : [await libmodbusServer(libmodbus)]),
]

/** Every client with our server, and our client with every server. */
const pairings: Pairing[] = clients
  .flatMap((client) => servers.map((server) => ({ client, server })))
  .filter(({ client, server }) => client === clients[0] || server === servers[0])
  .flatMap((pair) => [sequential, deep].map((depth) => ({ ...pair, depth })))
  .filter(({ client, depth }) => depth <= client.depthMax)

console.log('Reading 100 holding registers over loopback, client and server each in its own process')
console.log(
  `Medians of ${effort.rounds} rounds of ${effort.runMs} ms, CPU and bytes of JavaScript's heap for each request; busbar and modbus-serial give up on an answer after 1 s`,
)
console.log(
  'modbus-serial: its promises; its server with getMultipleHoldingRegisters and a callback, the form with the least CPU\n',
)
try {
  const results = new Results(pairings, await measure(pairings, effort))
  console.log(results.table())
  if (libmodbus === null) console.log('libmodbus: not installed (apt-get install libmodbus-dev)')
  const memory = await measureSockets(socketCount, busbarServer)
  console.log(`\n${goalTable([...ratios(results), ...sockets(socketCount, memory)])}`)
  console.log(`\nAbove the floor\n${floors(results)}`)
} finally {
  for (const one of [...clients, ...servers]) await one.stop()
  libmodbus?.remove()
}
