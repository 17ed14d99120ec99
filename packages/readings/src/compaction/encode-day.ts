import { decodeChunk } from '@busbar/series'
import { decodeGaps } from '@busbar/series/gaps'
import { mergeGaps } from '../history/gaps.rules.ts'
import { noReadings } from '../history/join.rules.ts'
import { type ChunkRow, chunkRow } from './chunk-row.ts'
import type { StoredChunk } from './chunks.sql.ts'
import { DayColumns, readInstants } from './day-columns.ts'
import { growDay } from './grow-day.ts'
import type { PackedFailures, PackedPolls, PackedTexts, StoredLayout } from './polls.sql.ts'

/** Messages that describe a device's day, in this order: its start, its polls in packets, and its end. */
export type EncodeJob =
  | { kind: 'begin'; day: number; params: { id: number; isText: boolean }[]; layouts: StoredLayout[]; polls: number }
  | { kind: 'polls'; packet: PackedPolls }
  | { kind: 'end'; stored: StoredChunk[]; failures: PackedFailures[]; texts: PackedTexts[] }

/** Encodes a day into chunks, merged with the stored ones. */
export class DayEncoder {
  #begun: { columns: DayColumns; job: Extract<EncodeJob, { kind: 'begin' }> } | null = null

  run(job: EncodeJob): ChunkRow[] {
    if (job.kind === 'begin') {
      const columns = new DayColumns(
        job.params.map(({ id }) => id),
        job.layouts,
        job.polls,
      )
      this.#begun = { columns, job }
    } else if (job.kind === 'polls') this.#begun?.columns.add(job.packet)
    else return this.#end(job)
    return []
  }

  #end({ stored, failures, texts }: Extract<EncodeJob, { kind: 'end' }>): ChunkRow[] {
    if (this.#begun === null) throw new Error('no day has begun')
    const { columns, job } = this.#begun
    this.#begun = null
    const storedOf = new Map(stored.map((chunk) => [chunk.paramId, chunk]))
    const textsOf = new Map(texts.map(({ paramId, times }) => [paramId, readInstants(times)]))
    return job.params.flatMap(({ id, isText }) => {
      const hot = columns.readings(id)
      const gaps = columns.gaps(id, isText, failures)
      // Without new readings the stored chunk stays unchanged.
      if (hot.times.length === 0 && gaps.length === 0) return []
      const before = storedOf.get(id)
      const grown = growDay(before, hot, job.day)
      const gapsBefore = before?.gaps ? decodeGaps(before.gaps) : []
      if (gapsBefore.length === 0 || gaps.length === 0) return [chunkRow(id, job.day, grown, [...gapsBefore, ...gaps])]
      const times = isText ? (textsOf.get(id) ?? noReadings.times) : decodeChunk(grown.chunk.data).times
      return [chunkRow(id, job.day, grown, mergeGaps([...gapsBefore, ...gaps], times))]
    })
  }
}
