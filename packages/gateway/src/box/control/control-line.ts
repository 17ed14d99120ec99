import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { firstRunRequest } from '../first-run.ts'
import { type ControlPath, controlIn, runtimeControlPath } from './control-path.ts'

export const controlRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('button') }),
  z.strictObject({ do: z.literal('user'), password: z.string().nullable() }),
  z.strictObject({ do: z.literal('status') }),
  z.strictObject({ do: z.literal('rotate') }),
  z.strictObject({ do: z.literal('adopt'), ethernet: z.record(z.string(), z.unknown()) }),
  firstRunRequest,
])
export type ControlRequest = z.infer<typeof controlRequest>
export type ControlAnswer =
  | { readonly isDone: true; readonly told?: object }
  | { readonly isDone: false; readonly why: string }

const requestMax = 1024
const answerMax = 65_536
const silenceMs = 5000

/** Reads the first line; undefined when the peer sends nothing, sends too much or disconnects. */
const readLine = (socket: Socket, lineMax: number): Promise<string | undefined> => {
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

export const readRequest = (socket: Socket): Promise<string | undefined> => readLine(socket, requestMax)

/** Sends a request to the gateway of this folder; undefined when none runs. */
export const askGateway = async (folder: string, request: ControlRequest): Promise<ControlAnswer | undefined> =>
  (await askAt(
    pathOrNull(() => controlIn(folder)),
    request,
  )) ??
  (await askAt(
    pathOrNull(() => runtimeControlPath(folder, false)),
    request,
  ))

/** A folder that does not exist has no control socket. */
const pathOrNull = (find: () => ControlPath | null): ControlPath | null => {
  try {
    return find()
  } catch {
    return null
  }
}

const askAt = async (path: ControlPath | null, request: ControlRequest): Promise<ControlAnswer | undefined> => {
  if (path === null) return undefined
  const socket = connect(path.path)
  try {
    const failed = new Promise<undefined>((resolve) => {
      socket.once('error', () => resolve(undefined))
    })
    socket.write(`${JSON.stringify(request)}\n`)
    const line = await Promise.race([readLine(socket, answerMax), failed])
    return line === undefined ? undefined : (JSON.parse(line) as ControlAnswer)
  } finally {
    path.release()
    socket.destroy()
  }
}
