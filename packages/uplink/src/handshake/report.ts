import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { proofFunction } from './proof.ts'

/* Reports of the gateway and requests of the cloud on the same connection: further requests of function 66, answered
   only after both keys are proven. Their bytes are described in
   docs/reference/gateway-handshake.md. */
const steps = { report: 4, update: 5 }
const headBytes = 4
const partBytesMax = 249
const reasonMax = 120
/** Maximum size of a packed report. */
export const reportBytesMax = 16_384
const textBytesMax = 65_536

export const packReport = (text: string): Uint8Array => deflateRawSync(text)

/** Null for what is no packed text, or unpacks to more than a report has. */
export const unpackReport = (packed: Uint8Array): string | null => {
  try {
    return inflateRawSync(packed, { maxOutputLength: textBytesMax }).toString('utf8')
  } catch {
    return null
  }
}

/** `66 4 offset`: requests a part of the packed report; offset 0 creates a new one. */
export const reportRequest = (offset: number): Uint8Array =>
  Uint8Array.of(proofFunction, steps.report, offset >> 8, offset & 255)

/** Offset of such a request; null for any other PDU. */
export const reportOffsetIn = (pdu: Uint8Array): number | null =>
  isStep(pdu, steps.report) && pdu.length === headBytes ? wordAt(pdu, 2) : null

/** `66 4 total part`. */
export const reportPart = (packed: Uint8Array, offset: number): Uint8Array => {
  const { length } = packed
  const part = packed.subarray(offset, offset + partBytesMax)
  return Uint8Array.of(proofFunction, steps.report, length >> 8, length & 255, ...part)
}

/** How much there is in all, and this part of it; null for any other PDU. */
export const reportPartIn = (pdu: Uint8Array): { total: number; part: Uint8Array } | null =>
  isStep(pdu, steps.report) && pdu.length > headBytes
    ? { total: wordAt(pdu, 2), part: Uint8Array.from(pdu.subarray(headBytes)) }
    : null

/** `66 5`: the newest release is wanted now. */
export const updateRequest = (): Uint8Array => Uint8Array.of(proofFunction, steps.update)

export const isUpdateRequest = (pdu: Uint8Array): boolean => isStep(pdu, steps.update) && pdu.length === 2

/** `66 5 text`: reason why no update starts; without a text it starts. */
export const updateAnswer = (problem: string | null): Uint8Array =>
  Uint8Array.of(proofFunction, steps.update, ...Buffer.from(problem ?? '', 'ascii').subarray(0, reasonMax))

/** Printable ASCII only; null for any other PDU. */
export const updateAnswerIn = (pdu: Uint8Array): { problem: string | null } | null => {
  if (!isStep(pdu, steps.update) || pdu.length > 2 + reasonMax) return null
  const text = Buffer.from(pdu.subarray(2))
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '?')
  return { problem: text === '' ? null : text }
}

const isStep = (pdu: Uint8Array, step: number): boolean => pdu[0] === proofFunction && pdu[1] === step

const wordAt = (pdu: Uint8Array, index: number): number =>
  new DataView(pdu.buffer, pdu.byteOffset, pdu.byteLength).getUint16(index)
