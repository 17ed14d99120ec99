/** As much of the package as the tests use; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  interface Pdu {
    command: string
    command_status: number
    data_coding: number
    esm_class: number
    source_addr: string
    source_addr_ton: number
    destination_addr: string
    system_id: string
    password: string
    short_message: { message: string; udh?: readonly Buffer[] | Buffer }
    response(fields?: object): Pdu
  }
  interface Session extends EventEmitter {
    send(pdu: Pdu): boolean
    deliver_sm(fields: object, answered: (pdu: Pdu) => void): boolean
    enquire_link(answered: (pdu: Pdu) => void): boolean
    unbind(answered: (pdu: Pdu) => void): boolean
    destroy(): void
    socket: { write(bytes: Uint8Array): void }
  }
  const smpp: { createServer(listener: (session: Session) => void): Server }
  export default smpp
  export type { Pdu, Session }
}
