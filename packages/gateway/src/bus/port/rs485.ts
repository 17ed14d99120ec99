import { isDeepStrictEqual } from 'node:util'
import { type Rs485Config, type Rs485Result, rs485Flags, setRs485 } from '@busbar/serial'
import type { Rs485InUse, Rs485Settings, Rs485Status } from '../../base/rs485.ts'

interface Rs485PortOptions {
  readonly settings: () => Rs485Settings
  /** Path of `busbar-tty`. */
  readonly program: string
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

const { enabled, rtsOnSend, rtsAfterSend, terminate: terminated } = rs485Flags
const modeFlags = { off: 0, 'rts-on-send': enabled | rtsOnSend, 'rts-after-send': enabled | rtsAfterSend } as const

/** Sets the RS-485 mode each time that the port opens. A failure is reported, and the port is used as it is. */
export class Rs485Port {
  readonly #options: Rs485PortOptions
  /** Configurations that the boards had before the first change, by path of the port. */
  readonly #originals = new Map<string, Rs485Config>()
  #status: Rs485Status | undefined

  constructor(options: Rs485PortOptions) {
    this.#options = options
  }

  status(): Rs485Status {
    return this.#status ?? { mode: this.#options.settings().mode, used: null, error: null, detail: null }
  }

  async prepare(path: string, fd: number): Promise<void> {
    const settings = this.#options.settings()
    const original = this.#originals.get(path)
    if (settings.mode !== 'driver') return this.#set(path, fd, settings, configOf({ ...settings, mode: settings.mode }))
    // The driver keeps its configuration after the port is closed.
    if (original !== undefined) return this.#set(path, fd, settings, original)
    this.#report(path, { mode: 'driver', used: null, error: null, detail: null })
  }

  async #set(path: string, fd: number, settings: Rs485Settings, config: Rs485Config): Promise<void> {
    const result = await setRs485(this.#options.program, fd, config)
    const { mode } = settings
    if ('ok' in result && !this.#originals.has(path)) this.#originals.set(path, result.ok.before)
    const status = mode === 'driver' ? { ...statusOf(settings, result), used: null } : statusOf(settings, result)
    this.#report(path, status)
  }

  /** The port is opened often, for example during a search, so an unchanged status is not logged again. */
  #report(path: string, status: Rs485Status): void {
    const { log } = this.#options
    const isSame = isDeepStrictEqual(status, this.status())
    this.#status = status
    if (isSame) return
    if (status.error !== null) log.warn({ path, ...status }, 'serial port does not use the requested RS-485 mode')
    else log.info({ path, ...status }, 'serial port uses the requested RS-485 mode')
  }
}

const configOf = ({ mode, delayBeforeMs, delayAfterMs, terminate }: Rs485InUse): Rs485Config =>
  mode === 'off'
    ? { flags: 0, delayBeforeMs: 0, delayAfterMs: 0 }
    : { flags: modeFlags[mode] | (terminate ? terminated : 0), delayBeforeMs, delayAfterMs }

const inUse = ({ flags, delayBeforeMs, delayAfterMs }: Rs485Config): Rs485InUse => {
  const polarity = flags & rtsOnSend ? 'rts-on-send' : 'rts-after-send'
  const mode = flags & enabled ? polarity : 'off'
  return { mode, delayBeforeMs, delayAfterMs, terminate: (flags & terminated) !== 0 }
}

const statusOf = ({ mode, ...settings }: Rs485Settings, result: Rs485Result): Rs485Status => {
  if ('err' in result) {
    // A port without an RS-485 mode has no direction control that could be switched off.
    if (result.err === 'absent' && mode === 'off') return { mode, used: offInUse, error: null, detail: null }
    const error = result.err === 'helper' ? 'ERROR_RS485_HELPER' : 'ERROR_RS485_UNSUPPORTED'
    return { mode, used: null, error, detail: result.detail }
  }
  const used = inUse(result.ok.used)
  const isAsRequested = mode === 'driver' || mode === 'off' || isDeepStrictEqual(used, { mode, ...settings })
  if (isAsRequested) return { mode, used, error: null, detail: null }
  return { mode, used, error: 'ERROR_RS485_ADJUSTED', detail: 'the driver changed the delays or the termination' }
}

const offInUse: Rs485InUse = { mode: 'off', delayBeforeMs: 0, delayAfterMs: 0, terminate: false }
