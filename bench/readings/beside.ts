import { table } from '../kit/print.ts'
import { type Role, startRole } from '../kit/role.ts'
import type { IngestEffort } from './ingest.ts'
import type { VictoriaActs } from './roles/victoria.ts'
import { isVictoriaFound } from './victoria/server.ts'

/** VictoriaMetrics in a process of its own; null where it is not installed. */
export const startVictoria = (): Role<VictoriaActs> | null =>
  isVictoriaFound() ? startRole<VictoriaActs>(import.meta.resolve('./roles/victoria.ts')) : null

/** The same polls for VictoriaMetrics. */
export const benchBeside = async (
  role: Role<VictoriaActs> | null,
  { devices, rounds, warmRounds, pieces }: IngestEffort,
): Promise<void> => {
  if (role === null) return console.log('\nVictoriaMetrics not found: left out')
  console.log('\nBeside: VictoriaMetrics, which has no other way in than HTTP; it syncs now and then\n')
  const rows = [['stores, readings a request', 'readings/s']]
  for (const batchReadings of [2000, 10_000]) {
    await role.ask('ingest', { devices, rounds: warmRounds, batchReadings })
    const perSecond = await role.ask('ingest', { devices, rounds: rounds * pieces, batchReadings })
    rows.push([`${batchReadings}`, perSecond.toFixed(0)])
  }
  console.log(table(rows))
}
