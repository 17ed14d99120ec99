import { answerFrom, MemoryBank } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import { words } from '../data.ts'
import { playServer } from './server-role.ts'

playServer(async () => {
  const bank = new MemoryBank()
  bank.holding.set(words)
  const handler = (_unit: number, pdu: Uint8Array): Uint8Array => answerFrom(bank, pdu)
  const { port } = await listen({ port: 0, envelope: 'tcp', handler, connectionsMax: 10_000 })
  return port
})
