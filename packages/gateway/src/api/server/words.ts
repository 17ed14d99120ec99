import { endpoints } from '@busbar/wire'
import type { Variant } from '../../base/variant.ts'
import type { Level } from '../../session/level.ts'

/** Level that each kind of access requires in each variant. */
export const levels = {
  open: { A: 0, B: 0 },
  /** Identity, state, reading settings. */
  reader: { A: 1, B: 1 },
  /** Reads results, files and responses of the field. */
  fieldReader: { A: 2, B: 1 },
  /** Makes the field or the card act. */
  fieldActor: { A: 2, B: 2 },
  settingsWriter: { A: 2, B: 1 },
  administrator: { A: 2, B: 2 },
  /** Facts written by the cloud: its own tunnel, authenticated by both keys, needs no token. */
  cloud: { A: 2, B: 2 },
  /** Facts shown by the cloud: its own tunnel needs no token. */
  cloudReader: { A: 1, B: 1 },
} as const satisfies Record<string, Record<Variant, Level>>

export interface GatewayAccess {
  access: keyof typeof levels
}

type EndpointBuilders = ReturnType<typeof endpoints<GatewayAccess>>
const words: EndpointBuilders = endpoints()

export const get: EndpointBuilders['get'] = words.get
export const post: EndpointBuilders['post'] = words.post
