import { ascii } from './ascii.ts'
import type { Envelope } from './frame.ts'
import { rtu } from './rtu.ts'
import { tcp } from './tcp.ts'

export const envelopes = { tcp, rtu, ascii } as const satisfies Record<Envelope['name'], Envelope>
export type EnvelopeName = keyof typeof envelopes
