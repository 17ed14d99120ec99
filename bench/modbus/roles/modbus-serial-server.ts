import { once } from 'node:events'
import { createServer } from 'node:net'
import { type FCallbackVal, ServerTCP } from 'modbus-serial'
import { words } from '../data.ts'
import { listenAnywhere } from './any-port.ts'
import { playServer } from './server-role.ts'

/** It does not take 0 for "any". */
const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listenAnywhere(server)
  server.close()
  await once(server, 'close')
  return port
}

const registers = [...words]
// The interface with the least CPU time of those that it supports (value or callback; each register or all). Rates
// hardly differ.
const vector = {
  getMultipleHoldingRegisters(_address: number, _length: number, _unit: number, done: FCallbackVal<number[]>): void {
    done(null, registers)
  },
}

playServer(async () => {
  const port = await freePort()
  await once(new ServerTCP(vector, { host: '127.0.0.1', port }), 'initialized')
  return port
})
