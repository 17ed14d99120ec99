import type { IncomingMessage } from 'node:http'

/** The client went away in the middle of its request: there is no one to answer. */
export class ClientGone extends Error {}

/** Reads a whole body of at most `bytesMax`; returns null if it is larger. */
export const readBody = (raw: IncomingMessage, bytesMax: number): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const settle = (): void => {
      raw.off('data', take)
      raw.off('end', end)
      raw.off('close', onGone)
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= bytesMax) {
        chunks.push(chunk)
        return
      }
      settle()
      resolve(null)
    }
    const end = (): void => {
      settle()
      resolve(chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks))
    }
    const onGone = (): void => {
      settle()
      reject(new ClientGone())
    }
    if (raw.destroyed && !raw.readableEnded) return onGone()
    raw.on('data', take)
    raw.on('end', end)
    raw.on('close', onGone)
  })

/** Returns whether a part of the request may still be unread. */
export const isUnread = (raw: IncomingMessage): boolean => {
  if (raw.complete) return false
  const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
  return coding !== undefined || (length !== undefined && length !== '0')
}

/**
 * Throws away what an answered client still sends, so that it gets to read its answer and may keep its connection; one
 * that does not stop is cut off.
 */
export const discard = (raw: IncomingMessage, bytesMax: number): void => {
  let left = bytesMax
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.socket.destroy()
  })
}
