import type { ByteStream } from '@busbar/modbus'

/** A stream that ends instead of sending when it may not be used any more: asked right before each write, however long that waited. */
export const fencedStream = (stream: ByteStream, mayWrite: () => boolean): ByteStream => ({
  write(bytes) {
    if (mayWrite()) return stream.write(bytes)
    stream.destroy()
    return true
  },
  destroy: () => stream.destroy(),
  pause: () => stream.pause?.(),
  resume: () => stream.resume?.(),
  // One signature for each event, as streams have them.
  on: (event: 'data' | 'close' | 'drain' | 'error', listener: (argument: never) => void) =>
    stream.on(event as 'data', listener as (bytes: Uint8Array) => void),
})
