import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Lease, leaseOf } from './settings.rules.ts'

const run = promisify(execFile)

const ip = async (...args: string[]): Promise<never[]> =>
  JSON.parse((await run('ip', ['-j', '-4', ...args], { timeout: 5000 })).stdout || '[]') as never[]

/** What the system says of the address of this interface. */
export const readLease = async (name: string): Promise<Lease> =>
  leaseOf(await ip('addr', 'show', 'dev', name), await ip('route', 'show', 'default', 'dev', name))
