import { listen } from '@busbar/modbus/net'
import { UsageError } from '../command.ts'

const triesMax = 100

/** Names the address that is in use, and one that is free; any other error passes. */
export const explainInUse = async (error: unknown, flag = 'listen'): Promise<never> => {
  const { code, address, port } = error as { code?: string; address?: string; port?: number }
  if (code !== 'EADDRINUSE' || address === undefined || port === undefined) throw error
  const free = await nextFree(address, port + 1)
  const advice = free === null ? `choose another with --${flag}` : `try --${flag} ${address}:${free}`
  throw new UsageError(`${address}:${port} is in use by another program; ${advice}`)
}

const nextFree = async (host: string, from: number): Promise<number | null> => {
  for (let port = from; port < Math.min(from + triesMax, 65_536); port += 1) {
    try {
      const listener = await listen({ host, port, envelope: 'tcp', handler: () => undefined })
      await listener.close()
      return port
    } catch {
      // Taken as well.
    }
  }
  return null
}
