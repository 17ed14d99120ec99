import { randomBytes } from 'node:crypto'
import { challenge, checkedProof, cloudProof, nonceBytes, type SigningKey, verdictIn } from '@busbar/call-back'
import type { Client } from '@busbar/modbus'

/** `key` is null where the caller has none: it does not know the question. */
export type Proved = { key: Uint8Array | null } | { err: string }

export interface ProvingFacts {
  unit: number
  mac: string
  binding: Uint8Array
  /** The installation's own. */
  key: SigningKey
  timeoutMs: number
}

/** Asks a caller for its key, and shows it ours. The nonce is new each time: what was said elsewhere proves nothing here. */
export const prove = async (client: Client, facts: ProvingFacts): Promise<Proved> => {
  const { unit, mac, binding, key, timeoutMs } = facts
  const context = { mac, binding, cloudNonce: randomBytes(nonceBytes) }
  const reply = await client.transact(unit, challenge(context.cloudNonce), { timeoutMs })
  if ('err' in reply) return reply.err === 'timeout' ? { key: null } : { err: reply.err }
  if (isException(reply.ok)) return { key: null }
  const proof = checkedProof(context, reply.ok)
  if (proof === null) return { err: 'the proof of its key is wrong' }
  const greeting = await client.transact(unit, cloudProof(context, proof, key), { timeoutMs })
  if ('err' in greeting) return { err: greeting.err }
  const said = verdictIn(greeting.ok)
  return said === 'welcome' ? { key: proof.publicKey } : { err: unwelcome[said] }
}

const unwelcome = {
  other: 'it does not take this installation for its own',
  over: 'its time to be bound is over: press its button, or ask it for a new code',
}

const isException = ([fn = 0]: Uint8Array): boolean => fn > 0x80
