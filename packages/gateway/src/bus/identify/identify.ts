import { setImmediate } from 'node:timers/promises'
import { decodeResponse, encodeRequest, type Request } from '@busbar/modbus'
import { CardError } from '../../storage/card/card-error.ts'
import { check, type Program } from '../class-language/check.ts'
import { lex } from '../class-language/lex.rules.ts'
import { limits } from '../class-language/limits.ts'
import { type Meta, metaOf } from '../class-language/meta.rules.ts'
import { parse } from '../class-language/parse.ts'
import { type CheckResult, type EngineCode, type IdentifyCode, problemAt } from '../class-language/problem.ts'
import type { FieldBus, LineSettings } from '../request.ts'
import type { Value } from './judge.rules.ts'
import { type FieldSource, type Progress, run } from './run.ts'

const timeoutMs = 500
/** A lost frame is repeated once, because reading changes nothing. */
const triesMax = 2
/** Function 43: a single object by its number. */
const oneObject = 4

interface Device {
  readonly unit: number
  readonly line: LineSettings
  readonly signal: AbortSignal
}

const requestFor = (source: FieldSource): Request =>
  source.fn === 43 ? { fn: 43, level: oneObject, object: source.object } : source

/** Reads a value from the device. A missing response is a value; a missing bus is an error. */
async function askDevice(
  bus: FieldBus,
  { unit, line, signal }: Device,
  source: FieldSource,
): Promise<Value | { readonly errorCode: EngineCode }> {
  const request = requestFor(source)
  const pdu = encodeRequest(request)
  for (let tries = 1; ; tries += 1) {
    const answer = await bus.transact({ by: 'identify', unit, pdu, timeoutMs, line, signal })
    if ('ok' in answer) return valueOf(answer.ok, request)
    if (answer.err === 'slave') return { errorCode: 'ERROR_SERIAL_IS_SLAVE' }
    if (answer.err === 'full' || answer.err === 'closed') return { errorCode: 'ERROR_BUSY' }
    if (answer.err === 'dropped' || tries === triesMax || signal.aborted) return 'silent'
  }
}

function valueOf(pdu: Uint8Array, request: Request): Value {
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return 'silent'
  const response = decoded.ok
  if (response.fn === 'exception') return { exception: response.code }
  if (response.fn === 1 || response.fn === 2) return { numbers: Array.from(response.bits) }
  if (response.fn === 3 || response.fn === 4) return { numbers: Array.from(response.words) }
  if (response.fn !== 43 || request.fn !== 43) return 'silent'
  const object = response.objects.find(({ id }) => id === request.object)
  return object === undefined ? 'silent' : { text: Buffer.from(object.value).toString('utf8') }
}

/** A file's bytes to a program, or the first mistake. */
export function compile(bytes: Uint8Array): CheckResult<Program & { readonly lineCount: number }> {
  const lines = linesOf(bytes)
  if ('problem' in lines) return lines
  const template = parse(lex(lines.ok))
  if ('problem' in template) return template
  const program = check(template.ok)
  return 'problem' in program ? program : { ok: { ...program.ok, lineCount: lines.ok.length } }
}

/** The META statement alone. */
export function metaIn(bytes: Uint8Array): CheckResult<Meta> {
  const lines = linesOf(bytes)
  return 'problem' in lines ? lines : metaOf(lex(lines.ok))
}

/** Decodes the lines of a template file, UTF-8 or ASCII. */
function linesOf(bytes: Uint8Array): CheckResult<string[]> {
  if (bytes.length === 0) return problemAt(0, 'ERROR_FILE_NOT_READ')
  // Bytes of 0 are what UTF-16 and UTF-32 are full of.
  if (bytes.includes(0)) return problemAt(0, 'ERROR_UNSUPPORTED_UTF_FORMAT')
  const text = decode(bytes)
  if (text === undefined) return problemAt(0, 'ERROR_UNSUPPORTED_UTF_FORMAT')
  const lines = text.split(/\r\n|\n|\r/)
  const tooLong = lines.findIndex((line, at) => at >= limits.lines || line.length > limits.lineChars)
  return tooLong < 0 ? { ok: lines } : problemAt(tooLong + 1, 'ERROR_LINE_OUTOFBOUND')
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export interface IdentifyOptions {
  readonly bus: FieldBus & { readonly isSlave: boolean }
  readonly card: { readBytes(path: string, maxBytes: number): Promise<Uint8Array> }
  /** The gateway's own unit, which hides a bus unit with the same number. */
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

/** State of one identification. */
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

/** Identifies a device with a template of the card, one at a time. */
export class Identification {
  readonly #options: IdentifyOptions
  #job: IdentifyJob = { ...newJob(0), isOver: true }

  constructor(options: IdentifyOptions) {
    this.#options = options
  }

  /** Reads the template's metadata; `result` returns it afterwards. */
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

  /** A frame on the wire must be finished: the run ends after it, and the status is `BUSY` until then. */
  async stop(): Promise<{ status: 'DONE' | 'BUSY' }> {
    this.#job.abort.abort()
    // A waiting request is dropped at once, and its result is known by then.
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

/** Bounds of the contract, checked again for callers other than the API. */
const isSound = ({ filePath, uid, baudRate, charFormat, frameMode }: IdentifyRequest): boolean =>
  filePath !== '' && isIn(uid, 1, 254) && isIn(baudRate, 75, 230_400) && isIn(charFormat, 0, 5) && isIn(frameMode, 0, 1)
