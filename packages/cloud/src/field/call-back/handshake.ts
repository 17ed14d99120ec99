import { randomBytes } from 'node:crypto'
import type { Client } from '@busbar/modbus'
import { isExceptionPdu } from '@busbar/modbus'
import {
  type Announcement,
  announcementBytes,
  challenge,
  checkedProof,
  cloudProof,
  nonceBytes,
  parseAnnouncement,
  type SigningKey,
  verdictIn,
} from '@busbar/uplink/handshake'
import type { SharedSocket } from './socket-handover.ts'

interface ReceivedAnnouncement {
  announcement: Announcement
  /** Bytes that came after it. */
  rest: Uint8Array
}

/** Waits for the announcement; null when something else came, or the connection ended. The listener limits the time. */
export const receiveAnnouncement = (socket: SharedSocket): Promise<ReceivedAnnouncement | null> =>
  new Promise((resolve) => {
    const stream = socket.take()
    let received: Uint8Array = new Uint8Array()
    stream.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (received.length < announcementBytes) return
      // The next reader is attached later: until then nothing may arrive.
      stream.pause?.()
      const announcement = parseAnnouncement(received.subarray(0, announcementBytes))
      resolve(announcement === null ? null : { announcement, rest: received.subarray(announcementBytes) })
    })
    stream.on('close', () => resolve(null))
    stream.on('error', () => resolve(null))
  })

/** `key` is null for a gateway without one, which does not know the challenge. */
export type ProofOutcome = { key: Uint8Array | null } | { err: string }

export interface ProofOptions {
  unit: number
  mac: string
  binding: Uint8Array
  /** The installation's own. */
  key: SigningKey
  timeoutMs: number
}

/** Asks a gateway to prove its key, and proves ours. The nonce is new each time, so that no proof can be replayed. */
export const exchangeProofs = async (client: Client, facts: ProofOptions): Promise<ProofOutcome> => {
  const { unit, mac, binding, key, timeoutMs } = facts
  const context = { mac, binding, cloudNonce: randomBytes(nonceBytes) }
  const reply = await client.transact(unit, challenge(context.cloudNonce), { timeoutMs })
  if ('err' in reply) return reply.err === 'timeout' ? { key: null } : { err: reply.err }
  if (isExceptionPdu(reply.ok)) return { key: null }
  const proof = checkedProof(context, reply.ok)
  if (proof === null) return { err: 'the proof of its key is wrong' }
  const greeting = await client.transact(unit, cloudProof(context, proof, key), { timeoutMs })
  if ('err' in greeting) return { err: greeting.err }
  const verdict = verdictIn(greeting.ok)
  return verdict === 'welcome' ? { key: proof.publicKey } : { err: verdictTexts[verdict] }
}

const verdictTexts = {
  other: 'it belongs to another installation',
  over: 'its binding period has expired: press its button, or request a new code from it',
}
