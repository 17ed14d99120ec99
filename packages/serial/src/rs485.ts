import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** The RS-485 configuration of a serial driver: `struct serial_rs485` of Linux. */
export interface Rs485Config {
  readonly flags: number
  readonly delayBeforeMs: number
  readonly delayAfterMs: number
}

/** Bits of `flags`, as in <linux/serial.h>. */
export const rs485Flags = { enabled: 1, rtsOnSend: 2, rtsAfterSend: 4, terminate: 32 } as const

export type Rs485Result =
  /** The driver uses this mode. Delays and termination may differ from the request. */
  | { readonly ok: { readonly before: Rs485Config; readonly used: Rs485Config } }
  /** `absent`: the port has no RS-485 mode. `refused`: the driver rejects this one and keeps its mode. `helper`: the program failed. */
  | { readonly err: 'absent' | 'refused' | 'helper'; readonly detail: string }

/** Must be shorter than the limit for opening a port. */
const helperMsMax = 2000
const refusedStatus = 1

/** Sets the RS-485 mode of an open port with the program `busbar-tty`: Node.js cannot issue an ioctl. */
export const setRs485 = async (program: string, fd: number, config: Rs485Config): Promise<Rs485Result> => {
  const numbers = [config.flags, config.delayBeforeMs, config.delayAfterMs].map(String)
  const { status, output, problem } = await run(program, ['rs485', ...numbers], fd)
  if (problem !== null) return { err: 'helper', detail: problem }
  const [before, used] = [configIn(output, 'before'), configIn(output, 'used')]
  if (status === 0 && before !== undefined && used !== undefined) return { ok: { before, used } }
  if (status !== refusedStatus) return { err: 'helper', detail: `${program} ended with status ${status}` }
  const [, request, errno, text] = /^(TIOC[GS]RS485) (\d+) (.*)$/m.exec(output) ?? []
  if (request === undefined)
    return { err: 'refused', detail: 'the driver chose another mode; the previous mode was restored' }
  return { err: Number(errno) === constants.errno.ENOTTY ? 'absent' : 'refused', detail: `${request}: ${text}` }
}

const configIn = (output: string, label: string): Rs485Config | undefined => {
  const [, ...numbers] = new RegExp(`^${label} (\\d+) (\\d+) (\\d+)$`, 'm').exec(output) ?? []
  const [flags, delayBeforeMs, delayAfterMs] = numbers.map(Number)
  if (flags === undefined || delayBeforeMs === undefined || delayAfterMs === undefined) return undefined
  return { flags, delayBeforeMs, delayAfterMs }
}

interface Run {
  readonly status: number | null
  readonly output: string
  /** Why the program did not run to its end. */
  readonly problem: string | null
}

const run = (program: string, words: readonly string[], fd: number): Promise<Run> =>
  new Promise((resolve) => {
    // The port is descriptor 3 of the program. libuv makes descriptors 0 to 2 of a child blocking, and the port would block here as well.
    const child = spawn(program, words, {
      stdio: ['ignore', 'pipe', 'ignore', fd],
      timeout: helperMsMax,
      killSignal: 'SIGKILL',
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => resolve({ status: null, output, problem: error.message }))
    child.on('close', (status, signal) => {
      const problem = signal === null ? null : `${program} was ended by ${signal}`
      resolve({ status, output, problem })
    })
  })
