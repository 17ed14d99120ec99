import { median } from '../kit/median.ts'
import type { ClientContestant, ServerContestant } from './contestants.ts'

export interface Pairing {
  client: ClientContestant
  server: ServerContestant
  depth: number
}
/** Medians over the rounds. */
export interface Figures {
  perSecond: number
  clientMicros: number
  serverMicros: number
  /** Allocated for each request; NaN where that is not known. */
  clientBytes: number
  serverBytes: number
}
export interface Effort {
  rounds: number
  runMs: number
}

/** Runs all pairings in turn, round after round, so that what disturbs the machine disturbs all alike. */
export const measure = async (pairings: readonly Pairing[], { rounds, runMs }: Effort): Promise<Figures[]> => {
  const samples: Figures[][] = pairings.map(() => [])
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, pairing] of pairings.entries()) {
      const sample = await once(pairing, runMs)
      if (round > 0) samples[index]?.push(sample)
    }
  }
  return samples.map((of) => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    clientMicros: median(of.map(({ clientMicros }) => clientMicros)),
    serverMicros: median(of.map(({ serverMicros }) => serverMicros)),
    clientBytes: median(of.map(({ clientBytes }) => clientBytes)),
    serverBytes: median(of.map(({ serverBytes }) => serverBytes)),
  }))
}

const once = async ({ client, server, depth }: Pairing, runMs: number): Promise<Figures> => {
  const before = await server.cpuMicros()
  const bytesBefore = await server.allocatedBytes()
  const { requests, seconds, cpuMicros, bytes } = await client.run({ port: server.port, depth, runMs })
  const after = await server.cpuMicros()
  const bytesAfter = await server.allocatedBytes()
  return {
    perSecond: requests / seconds,
    clientMicros: cpuMicros / requests,
    serverMicros: (after - before) / requests,
    clientBytes: (bytes ?? Number.NaN) / requests,
    serverBytes: ((bytesAfter ?? Number.NaN) - (bytesBefore ?? 0)) / requests,
  }
}
