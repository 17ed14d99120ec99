import { dial } from '@busbar/modbus/net'
import { check, unit, wordCount } from '../data.ts'
import { inLoops, playClient } from './client-role.ts'

playClient(async ({ port, depth }) => {
  const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp', depth, timeoutMs: 1000 })
  const ask = async (): Promise<void> => {
    const answer = await client.ask(unit, { fn: 3, address: 0, count: wordCount })
    if ('err' in answer) throw new Error(answer.err)
    check(answer.ok.words)
  }
  return { ask: (untilMs) => inLoops(depth, untilMs, ask), close: () => client.close() }
})
