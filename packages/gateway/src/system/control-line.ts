import { closeSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

export const controlRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('button') }),
  z.strictObject({ do: z.literal('user'), password: z.string().nullable() }),
])
export type ControlRequest = z.infer<typeof controlRequest>
export type ControlAnswer = { readonly isDone: true } | { readonly isDone: false; readonly why: string }

const lineMax = 1024
const silenceMs = 5000
/** What the system has room for in the name of a socket, with some to spare. */
const pathMax = 100

/** Where the door is; a name too long for a socket goes by way of the open folder until it is released. */
export const controlPath = (folder: string): { path: string; release: () => void } => {
  const path = join(folder, 'control')
  if (path.length <= pathMax) return { path, release: () => undefined }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/control`, release: () => closeSync(opened) }
}

/** The first line that comes; nothing from who stays silent, says too much or goes. */
export const readLine = (socket: Socket): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let text = ''
  socket.setTimeout(silenceMs, () => socket.destroy())
  socket.once('close', () => resolve(undefined))
  socket.on('data', (bytes) => {
    text += String(bytes)
    const end = text.indexOf('\n')
    if (end >= 0) resolve(text.slice(0, end))
    else if (text.length > lineMax) socket.destroy()
  })
  return promise
}

/** Asks the gateway that runs in this folder; nothing where none does. */
export const askGateway = async (folder: string, request: ControlRequest): Promise<ControlAnswer | undefined> => {
  const { path, release } = controlPath(folder)
  const socket = connect(path)
  try {
    const failed = new Promise<undefined>((resolve) => {
      socket.once('error', () => resolve(undefined))
    })
    socket.write(`${JSON.stringify(request)}\n`)
    const line = await Promise.race([readLine(socket), failed])
    return line === undefined ? undefined : (JSON.parse(line) as ControlAnswer)
  } finally {
    release()
    socket.destroy()
  }
}
