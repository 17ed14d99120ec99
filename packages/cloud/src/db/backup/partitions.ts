import type { Tx } from '../sql.ts'
import { damaged, type FrameOf } from './frames.ts'
import { quoted } from './tables.ts'

/** What PostgreSQL writes for bounds, and nothing that could be another statement. */
const value = String.raw`('([^'\\]|'')*'|-?\d+(\.\d+)?|MINVALUE|MAXVALUE|NULL|true|false)`
const list = String.raw`\(${value}(, ${value})*\)`
const bounds = new RegExp(
  `^(DEFAULT|FOR VALUES (FROM ${list} TO ${list}|IN ${list}|WITH \\(modulus \\d+, remainder \\d+\\)))$`,
)

/** The service makes partitions as time goes by, so a new database lacks them. */
export const createPartitions = async (tx: Tx, { name, partitions }: FrameOf<'T'>): Promise<void> => {
  for (const partition of partitions) {
    if (!bounds.test(partition.bounds)) throw damaged(`the bounds of ${partition.name} cannot be read`)
    await tx.unsafe(
      `create table if not exists ${quoted(partition.name)} partition of ${quoted(name)} ${partition.bounds}`,
    )
  }
}
