import type { Clock } from '@busbar/kit'
import { decodeResponse, encodeRequest, type Request, type ResponseTo } from '@busbar/modbus'

/** PDU of the response or exception; undefined without one. */
type AskUnit = (pdu: Uint8Array) => Promise<Uint8Array | undefined>

/** Outcome of a request: a response, an exception, or none. */
type IdentityOutcome = 'read' | 'refused' | 'silent'

interface IdentityObject {
  readonly id: number
  readonly text: string
}

/** Common model, which every SunSpec device has. */
interface SunSpecDevice {
  /** Holding register of the marker. */
  readonly address: number
  readonly manufacturer: string | null
  readonly model: string | null
  readonly version: string | null
  readonly serial: string | null
}

export interface DeviceIdentity {
  readonly outcome: IdentityOutcome
  readonly objects: IdentityObject[]
  readonly sunSpec: SunSpecDevice | null
}

/** A busy bus must not hold the caller for longer. */
const totalMs = 15_000
/** Basic, regular and extended objects, and the first of each. */
const levels = [
  { level: 1, object: 0 },
  { level: 2, object: 3 },
  { level: 3, object: 0x80 },
] as const
/** Responses of one level, each of which may announce more. */
const answersMax = 8
const conformityMask = 0x7f
const gone = 11

const markerAddresses = [40_000, 50_000, 0]
const marker = [0x5375, 0x6e53]
const commonModel = 1
/** Identifier and length of a model. */
const headWords = 2
const commonWords = 66
const texts = { manufacturer: [2, 16], model: [18, 16], version: [42, 8], serial: [50, 16] } as const

/** Reads what a device reports of itself: the objects of function 43/14, and the common model of SunSpec. */
export async function readDeviceIdentity(ask: AskUnit, clock: Clock): Promise<DeviceIdentity> {
  const untilMs = clock.now() + totalMs
  const send = async <R extends Request>(request: R): Promise<ResponseTo<R> | IdentityOutcome> => {
    const answer = clock.now() < untilMs ? await ask(encodeRequest(request)) : undefined
    const decoded = answer === undefined ? { err: 'silent' } : decodeResponse(answer, request)
    if ('err' in decoded) return 'silent'
    if (decoded.ok.fn === 'exception') return decoded.ok.code === gone ? 'silent' : 'refused'
    return decoded.ok.fn === request.fn ? (decoded.ok as ResponseTo<R>) : 'silent'
  }
  return { ...(await readObjects(send)), sunSpec: await readSunSpec(send) }
}

type Send = <R extends Request>(request: R) => Promise<ResponseTo<R> | IdentityOutcome>

const readObjects = async (send: Send): Promise<Pick<DeviceIdentity, 'outcome' | 'objects'>> => {
  const objects = new Map<number, string>()
  let outcome: IdentityOutcome = 'read'
  let highestLevel = 1
  for (const { level, object: first } of levels) {
    if (level > highestLevel) break
    let object: number | undefined = first
    for (let answers = 0; answers < answersMax && object !== undefined; answers += 1) {
      const response: ResponseTo<{ fn: 43; level: number; object: number }> | IdentityOutcome = await send({
        fn: 43,
        level,
        object,
      })
      if (typeof response === 'string') {
        if (objects.size === 0) outcome = response
        return { outcome, objects: listed(objects) }
      }
      highestLevel = Math.min(response.conformity & conformityMask, levels.length)
      for (const { id, value } of response.objects) objects.set(id, textOf(value))
      // A device that repeats an object would never end.
      object = response.more && response.next > object ? response.next : undefined
    }
  }
  return { outcome, objects: listed(objects) }
}

const listed = (objects: ReadonlyMap<number, string>): IdentityObject[] =>
  [...objects].toSorted(([a], [b]) => a - b).map(([id, text]) => ({ id, text }))

const readSunSpec = async (send: Send): Promise<SunSpecDevice | null> => {
  for (const address of markerAddresses) {
    const found = await send({ fn: 3, address, count: marker.length })
    if (typeof found === 'string' || !marker.every((word, at) => found.words[at] === word)) continue
    const common = await send({ fn: 3, address: address + marker.length, count: headWords + commonWords - 1 })
    const words = typeof common === 'string' || common.words[0] !== commonModel ? [] : Array.from(common.words)
    const part = ([from, count]: readonly [number, number]): string | null => {
      const bytes = words.slice(from, from + count).flatMap((word) => [word >> 8, word & 0xff])
      return textOf(Uint8Array.from(bytes)) || null
    }
    return {
      address,
      manufacturer: part(texts.manufacturer),
      model: part(texts.model),
      version: part(texts.version),
      serial: part(texts.serial),
    }
  }
  return null
}

/** Without padding, and without what could not be shown. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('utf8')
    .replace(/[\p{Cc}\ufffd]+/gu, ' ')
    .trim()
