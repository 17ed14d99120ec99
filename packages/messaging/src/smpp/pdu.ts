/** The commands of SMPP 3.4 that we know. An answer has the highest bit set. */
export const commands = {
  genericNack: 0x80000000,
  bindTransceiver: 0x00000009,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  enquireLink: 0x00000015,
} as const
export const answerBit = 0x80000000

export interface Pdu {
  command: number
  status: number
  sequence: number
  body: Buffer
}

const headerBytes = 16
/** Far more than anything that is said to us. */
const pduBytesMax = 65_536

export const encodePdu = ({ command, status, sequence, body }: Pdu): Buffer => {
  const pdu = Buffer.alloc(headerBytes + body.length)
  pdu.writeUInt32BE(pdu.length, 0)
  pdu.writeUInt32BE(command >>> 0, 4)
  pdu.writeUInt32BE(status, 8)
  pdu.writeUInt32BE(sequence, 12)
  body.copy(pdu, headerBytes)
  return pdu
}

/** Takes bytes as they come, and gives whole PDUs. */
export class PduReader {
  #buffer: Buffer = Buffer.alloc(0)

  /** Throws where it cannot be SMPP: the connection is then worth nothing. */
  read(bytes: Buffer): Pdu[] {
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    const pdus: Pdu[] = []
    while (this.#buffer.length >= 4) {
      const length = this.#buffer.readUInt32BE(0)
      if (length < headerBytes || length > pduBytesMax) throw new Error(`not SMPP: a PDU of ${length} bytes`)
      if (this.#buffer.length < length) break
      pdus.push({
        command: this.#buffer.readUInt32BE(4),
        status: this.#buffer.readUInt32BE(8),
        sequence: this.#buffer.readUInt32BE(12),
        body: Buffer.from(this.#buffer.subarray(headerBytes, length)),
      })
      this.#buffer = this.#buffer.subarray(length)
    }
    return pdus
  }
}

const cString = (text: string, bytesMax: number): Buffer =>
  Buffer.from(`${text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, bytesMax - 1)}\0`, 'latin1')

const interfaceVersion = 0x34

export const bindBody = (systemId: string, password: string): Buffer =>
  Buffer.concat([
    cString(systemId, 16),
    cString(password, 9),
    cString('', 13),
    Buffer.from([interfaceVersion, 0, 0]),
    cString('', 41),
  ])

export interface SubmitSm {
  /** A number, or a name where the provider allows one; empty: the provider's choice. */
  from: string
  to: string
  dataCoding: number
  hasHeader: boolean
  bytes: Buffer
}

const hasHeaderFlag = 0x40
/** An alert is useless to a phone that is switched on a day later. */
const validFor = '000001000000000R'

export const submitBody = ({ from, to, dataCoding, hasHeader, bytes }: SubmitSm): Buffer =>
  Buffer.concat([
    cString('', 6),
    address(from),
    address(to),
    Buffer.from([hasHeader ? hasHeaderFlag : 0, 0, 0]),
    cString('', 17),
    cString(validFor, 17),
    Buffer.from([0, 0, dataCoding, 0, bytes.length]),
    bytes,
  ])

/** Kind of number, numbering plan, digits: international by E.164, or a name. */
const address = (text: string): Buffer => {
  const digits = /^\+?(\d+)$/.exec(text)?.[1]
  if (text === '') return Buffer.from([0, 0, 0])
  if (digits === undefined) return Buffer.concat([Buffer.from([5, 0]), cString(text, 12)])
  return Buffer.concat([Buffer.from([1, 1]), cString(digits, 21)])
}
