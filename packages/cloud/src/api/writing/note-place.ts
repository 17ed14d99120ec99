import { createHash } from 'node:crypto'
import type { Place } from './writing.ts'

/** Ids of networks are below; half of the room that the locks of devices have is above. */
const beyondNets = 2 ** 39

/** The device that a recorded command goes to. Places that belong to no network are told apart by a number of their own. */
export const placeOfNote = (noted: { objectKind: string; objectId: string; unit: number }): Place => ({
  netId: noted.objectKind === 'net' ? Number(noted.objectId) : beyondNets + numberOf(noted.objectKind, noted.objectId),
  unit: noted.unit,
})

const numberOf = (kind: string, id: string): number =>
  Number(createHash('sha256').update(`${kind} ${id}`).digest().readBigUInt64BE() >> 25n)
