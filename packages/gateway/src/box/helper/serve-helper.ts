import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { z } from 'zod'

const lineBytesMax = 4096
const idleMs = 30_000

interface Options<R extends { readonly verb: string }> {
  /** Schema of the permitted requests. */
  readonly requests: z.ZodType<R>
  /** Performs a request; its result is the response. */
  readonly act: (request: R) => Promise<object | void>
  /** Verbs that occur so often that only their failures are logged. */
  readonly quietVerbs?: ReadonlySet<string>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** It was idle for a while. */
  readonly onIdle: () => void
}

/** Serves connections one after another: reads one line of JSON, performs its verb and responds with one line. */
export const serveHelper = <R extends { readonly verb: string }>({
  requests,
  act,
  quietVerbs,
  clock,
  log,
  onIdle,
}: Options<R>): Server => {
  let turn: Promise<void> = Promise.resolve()
  let cancel = clock.after(idleMs, onIdle)
  const busy = (): void => cancel()
  const idle = (): void => {
    cancel()
    cancel = clock.after(idleMs, onIdle)
  }
  const answer = async (socket: Socket, line: string): Promise<void> => {
    busy()
    const parsed = requests.safeParse(jsonOf(line))
    const verb = parsed.success ? parsed.data.verb : 'unknown'
    try {
      if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
      const result = await act(parsed.data)
      if (quietVerbs?.has(verb) !== true) log.info({ verb }, 'done')
      socket.end(`${JSON.stringify(result ?? {})}\n`)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ verb, err: error }, 'not done')
      socket.end(`${JSON.stringify({ error: message.slice(0, 1000) })}\n`)
    }
    idle()
  }
  return createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => socket.destroy())
    socket.setTimeout(idleMs, () => socket.destroy())
    let text = ''
    const take = (part: string): void => {
      text += part
      if (text.length > lineBytesMax) return void socket.destroy()
      const end = text.indexOf('\n')
      if (end < 0) return
      socket.off('data', take).setTimeout(0)
      turn = turn.then(() => answer(socket, text.slice(0, end)))
    }
    socket.on('data', take)
  })
}

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
