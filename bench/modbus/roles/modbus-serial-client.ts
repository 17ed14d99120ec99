import modbusSerial from 'modbus-serial'
import { check, unit, wordCount } from '../data.ts'
import { inLoops, playClient } from './client-role.ts'

playClient(async ({ port, depth }) => {
  const client = new modbusSerial.default()
  await client.connectTCP('127.0.0.1', { port })
  client.setID(unit)
  client.setTimeout(1000)
  const ask = async (): Promise<void> => check((await client.readHoldingRegisters(0, wordCount)).data)
  return { ask: (untilMs) => inLoops(depth, untilMs, ask), close: () => client.close(() => undefined) }
})
