import { connect } from 'node:net'
import { isOutOfFiles } from '../unavailable.ts'
import { superuser } from './cluster.ts'
import type { Readiness } from './readiness-watch.ts'

const protocol = 0x00_03_00_00
const terminate = Buffer.from([0x58, 0, 0, 0, 4])
const cannotConnectNow = '57P03'
const answerBytesMax = 4096

const greeting = (): Buffer => {
  const words = Buffer.from(`user\0${superuser}\0database\0postgres\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + words.length)
  head.writeUInt32BE(protocol, 4)
  return Buffer.concat([head, words])
}

/** Asks the server to be let in, as any client does: its pid file says `ready` also while it recovers from a crash. */
export const probeReadiness = (socketPath: string, answerMs: number): Promise<Readiness> =>
  new Promise((resolve) => {
    const socket = connect(socketPath, () => socket.write(greeting()))
    const late = setTimeout(() => end('silent'), answerMs)
    const end = (readiness: Readiness): void => {
      clearTimeout(late)
      if (readiness === 'ready') socket.end(terminate, () => socket.destroy())
      else socket.destroy()
      resolve(readiness)
    }
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      if (answer.includes(`C${cannotConnectNow}\0`)) end('starting')
      // Any other answer, also a refusal for want of room, comes of a server that is up.
      else if (answer.startsWith('R') || answer.length > answerBytesMax) end('ready')
    })
    socket.on('error', (error) => isOutOfFiles(error) && end('unknown'))
    socket.once('close', () => end(answer === '' ? 'silent' : 'ready'))
  })
