import { Refusal } from '@busbar/wire/server'
import { z } from 'zod'
import { fromBytes, type Messages, toBytes } from '../messages/messages.ts'

/** Operations on a scan. */
const scanActs = ['progress', 'rangesProgress', 'cancel'] as const
export type ScanAct = (typeof scanActs)[number]

/** A scan of this node; refused where there is no such, or it is another's. */
export type OwnScan = (act: ScanAct, scanId: string, accountId: number) => object

export interface RemoteScansOptions {
  /** Twelve digits of base 16. */
  id: string
  messages: Messages
  own: OwnScan
}

const answerMs = 5000
const scanMessage = z.object({ act: z.enum(scanActs), scanId: z.string(), accountId: z.number() })
const scanReply = z.union([z.object({ ok: z.looseObject({}) }), z.object({ err: z.string() })])
const scanSubject = (nodeId: string): string => `node.${nodeId}.scan`

/** The id of a scan ends with that of its node, which alone knows how far it is. */
export const scanIdOf = (uuid: string, nodeId: string): string => `${uuid.slice(0, -nodeId.length)}${nodeId}`

/** Scans, whichever node runs them. */
export class RemoteScans {
  readonly #options: RemoteScansOptions
  #end: () => void = () => {}

  constructor(options: RemoteScansOptions) {
    this.#options = options
  }

  start(): void {
    const { id, messages, own } = this.#options
    this.#end = messages.serve(scanSubject(id), async (bytes) => {
      const { act, scanId, accountId } = scanMessage.parse(fromBytes(bytes))
      try {
        return toBytes({ ok: own(act, scanId, accountId) })
      } catch (error) {
        if (error instanceof Refusal) return toBytes({ err: error.code })
        throw error
      }
    })
  }

  stop(): void {
    this.#end()
  }

  async ask(act: ScanAct, scanId: string, accountId: number): Promise<object> {
    const { id, messages, own } = this.#options
    const nodeId = scanId.slice(-id.length)
    if (nodeId === id) return own(act, scanId, accountId)
    const reply = await messages.request(scanSubject(nodeId), toBytes({ act, scanId, accountId }), answerMs)
    const parsed = 'ok' in reply ? scanReply.safeParse(fromBytes(reply.ok)) : undefined
    if (parsed?.success === true && 'ok' in parsed.data) return parsed.data.ok
    throw new Refusal('ObjectNotFound')
  }
}
