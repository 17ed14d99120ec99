import type { Socket } from 'node:net'
import { type Opening, tellOpening } from './opening.rules.ts'

/** Waits for the first bytes of a caller, puts them back and says what they are. A caller that says nothing is nobody's here. */
export const hearOpening = (socket: Socket, act: (opening: Exclude<Opening, 'more'>) => void): void => {
  let heard: Uint8Array = new Uint8Array()
  const hear = (bytes: Uint8Array): void => {
    heard = Buffer.concat([heard, bytes])
    const opening = tellOpening(heard)
    if (opening === 'more') return
    socket.off('data', hear)
    socket.pause()
    socket.unshift(heard)
    act(opening)
  }
  socket.on('data', hear)
}
