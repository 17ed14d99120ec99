import { z } from 'zod'

/** The node that says something of an organization, and how much it has said of it so far, whether others wanted to hear it or not. */
export const nodeSequence = z.object({ node: z.string(), no: z.number() })
type NodeSequence = z.infer<typeof nodeSequence>

/** When there are more all are forgotten; the worst that comes of it is a look into the database. */
const rememberedMax = 100_000

/** Notices what other nodes stored and this one did not hear of: no message is sent twice, and a node may be killed before it has told what it stored. */
export class GapDetector {
  readonly #numbers = new Map<string, number>()
  readonly #senders = new Map<number, string>()

  /** Whether something of the organization was not heard before this. */
  isAfterGap(orgId: number, { node, no }: NodeSequence): boolean {
    const key = `${orgId} ${node}`
    const before = this.#numbers.get(key) ?? 0
    if (this.#numbers.size >= rememberedMax) this.#numbers.clear()
    this.#numbers.set(key, no)
    return no !== before + 1
  }

  /** Whether the device was another node's when it was last heard of: the last polls of that one may not have been told. */
  isOfAnother(deviceId: number, node: string): boolean {
    const before = this.#senders.get(deviceId)
    if (this.#senders.size >= rememberedMax) this.#senders.clear()
    this.#senders.set(deviceId, node)
    return before !== undefined && before !== node
  }
}
