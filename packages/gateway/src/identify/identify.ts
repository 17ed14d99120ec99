import { setImmediate } from 'node:timers/promises'
import type { FieldBus, LineSettings } from '../bus/request.ts'
import { CardError } from '../card/card-error.ts'
import { askDevice } from './ask-device.ts'
import { compile, metaIn } from './language/compile.ts'
import { limits } from './language/limits.ts'
import type { Meta } from './language/meta.rules.ts'
import type { IdentifyCode } from './language/problem.ts'
import { type Progress, run } from './run.ts'

export interface IdentifyOptions {
  readonly bus: FieldBus & { readonly isSlave: boolean }
  readonly card: { readBytes(path: string, maxBytes: number): Promise<Uint8Array> }
  /** The gateway's own unit: it answers itself, and hides what has the same number on the bus. */
  readonly hiddenUnit: () => number | null
}

export interface IdentifyStart {
  readonly status: 'DONE' | 'ERROR'
  readonly errorCode: IdentifyCode | null
}

export interface IdentifyResult {
  readonly mbReqPassed: number
  readonly checksPassed: number
  readonly linesPassed: number
  readonly mbUid: number
  readonly deviceClass: string | null
  readonly scriptTime: string | null
  readonly scriptVersion: string | null
  readonly status: 'DONE' | 'BUSY' | 'ERROR'
  readonly errorCode: IdentifyCode | null
}

/** One identification, as it stands. */
interface IdentifyJob extends Progress {
  readonly mbUid: number
  readonly abort: AbortController
  linesPassed: number
  deviceClass: string | null
  meta: Meta | undefined
  isOver: boolean
  errorCode: IdentifyCode | null
}

const newJob = (mbUid: number): IdentifyJob => ({
  mbUid,
  abort: new AbortController(),
  mbReqPassed: 0,
  checksPassed: 0,
  linesPassed: 0,
  deviceClass: null,
  meta: undefined,
  isOver: false,
  errorCode: null,
})

/** Tells what a device is, by a template from the card. One at a time. */
export class Identification {
  readonly #options: IdentifyOptions
  #job: IdentifyJob = { ...newJob(0), isOver: true }

  constructor(options: IdentifyOptions) {
    this.#options = options
  }

  /** What the template says of itself; `result` has it afterwards. */
  async metaInfo(filePath: string): Promise<IdentifyStart> {
    if (!this.#job.isOver) return refused('ERROR_BUSY')
    const job = newJob(0)
    this.#job = job
    await this.#readMeta(job, filePath)
    job.isOver = true
    return answerOf(job)
  }

  async start(request: IdentifyRequest, searchMetaInfo: boolean): Promise<IdentifyStart> {
    if (!this.#job.isOver) return refused('ERROR_BUSY')
    if (this.#options.bus.isSlave) return refused('ERROR_SERIAL_IS_SLAVE')
    if (!isSound(request)) return refused('ERROR_ARG')
    if (request.uid === this.#options.hiddenUnit()) return refused('ERROR_UID_HIDDEN_BY_VDEVICE')
    const job = newJob(request.uid)
    this.#job = job
    if (searchMetaInfo) await this.#readMeta(job, request.filePath)
    if (job.errorCode !== null) job.isOver = true
    else void this.#identify(job, request).finally(() => (job.isOver = true))
    return answerOf(job)
  }

  /** A frame on the wire cannot be taken back: the run ends after it, and until then the answer is `BUSY`. */
  async stop(): Promise<{ status: 'DONE' | 'BUSY' }> {
    this.#job.abort.abort()
    // A request that only waits is dropped at once, and that has been heard by then.
    await setImmediate()
    return { status: this.#job.isOver ? 'DONE' : 'BUSY' }
  }

  result(): IdentifyResult {
    const { mbReqPassed, checksPassed, linesPassed, mbUid, deviceClass, meta, isOver, errorCode } = this.#job
    const ended = errorCode === null ? 'DONE' : 'ERROR'
    return {
      mbReqPassed,
      checksPassed,
      linesPassed,
      mbUid,
      deviceClass,
      scriptTime: meta?.time ?? null,
      scriptVersion: meta?.version ?? null,
      status: isOver ? ended : 'BUSY',
      errorCode: isOver ? errorCode : null,
    }
  }

  async #readMeta(job: IdentifyJob, filePath: string): Promise<void> {
    const bytes = await this.#read(job, filePath)
    if (bytes === undefined) return
    const meta = metaIn(bytes)
    if ('ok' in meta) job.meta = meta.ok
    else fail(job, meta.problem.errorCode, meta.problem.line)
  }

  async #identify(
    job: IdentifyJob,
    { filePath, uid, baudRate, charFormat, frameMode }: IdentifyRequest,
  ): Promise<void> {
    const { bus } = this.#options
    const { signal } = job.abort
    const bytes = await this.#read(job, filePath)
    if (bytes === undefined) return
    const program = compile(bytes)
    if ('problem' in program) return fail(job, program.problem.errorCode, program.problem.line)
    job.meta = program.ok.meta
    job.linesPassed = program.ok.lineCount
    const device = { unit: uid, line: { baudRate, charFormat, frameMode }, signal }
    const hooks = {
      read: (source: Parameters<typeof askDevice>[2]) => askDevice(bus, device, source),
      isStopped: () => signal.aborted,
    }
    const outcome = await run(program.ok, hooks, job)
    if ('errorCode' in outcome) job.errorCode = outcome.errorCode
    else job.deviceClass = outcome.deviceClass
  }

  async #read(job: IdentifyJob, filePath: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#options.card.readBytes(filePath, limits.fileBytes)
    } catch (error) {
      job.errorCode = error instanceof CardError ? error.code : 'ERROR_FILE_NOT_READ'
      return undefined
    }
  }
}

const refused = (errorCode: IdentifyCode): IdentifyStart => ({ status: 'ERROR', errorCode })

const answerOf = ({ errorCode }: IdentifyJob): IdentifyStart => ({
  status: errorCode === null ? 'DONE' : 'ERROR',
  errorCode,
})

function fail(job: IdentifyJob, errorCode: IdentifyCode, line: number): void {
  job.errorCode = errorCode
  job.linesPassed = line
}

/** A device to identify, and the template to do it with. */
interface IdentifyRequest extends LineSettings {
  readonly filePath: string
  readonly uid: number
}

const isIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** The contract's bounds; who asks from elsewhere than the API is held to them too. */
const isSound = ({ filePath, uid, baudRate, charFormat, frameMode }: IdentifyRequest): boolean =>
  filePath !== '' && isIn(uid, 1, 254) && isIn(baudRate, 75, 230_400) && isIn(charFormat, 0, 5) && isIn(frameMode, 0, 1)
