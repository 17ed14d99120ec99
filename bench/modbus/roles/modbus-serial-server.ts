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
// Of the forms it takes (a value or a callback; each register or all) the one with the least CPU; rates hardly differ.
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
