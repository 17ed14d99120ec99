import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@busbar/modbus'
import { read, units } from './line.ts'

/** The line is quiet again by then. */
const restMs = 5

/** Asks one after another, each when nothing else is under way; gives the milliseconds of each. */
export const timed = async (client: Client, rounds: number): Promise<number[]> => {
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    await sleep(restMs)
    const startMs = performance.now()
    const answer = await client.ask(units[i % units.length] ?? 1, read)
    if ('err' in answer) throw new Error(`not answered: ${answer.err}`)
    times.push(performance.now() - startMs)
  }
  return times
}
