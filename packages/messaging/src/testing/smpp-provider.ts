import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'

/** The provider's response to an SMS: a status, silence or a closed connection. */
export type Treatment = number | 'silence' | 'hang-up'

/** A provider of SMS on this machine, by an independent implementation of SMPP. */
export class SmppProvider {
  readonly submitted: Pdu[] = []
  readonly events = new EventEmitter()
  sessions: Session[] = []
  bindStatus = 0
  treat: (pdu: Pdu) => Treatment = () => 0
  readonly #server = smpp.createServer((session) => this.#serve(session))

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const session of this.sessions) session.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(session: Session): void {
    session.on('error', () => {})
    session.on('bind_transceiver', (pdu: Pdu) => {
      session.send(pdu.response({ command_status: this.bindStatus }))
      this.sessions.push(session)
      this.events.emit('bound', session, pdu)
    })
    session.on('enquire_link', (pdu: Pdu) => {
      session.send(pdu.response())
      this.events.emit('enquired')
    })
    session.on('submit_sm', (pdu: Pdu) => {
      this.submitted.push(pdu)
      this.events.emit('submitted', pdu)
      const treatment = this.treat(pdu)
      if (treatment === 'hang-up') session.destroy()
      else if (treatment !== 'silence') session.send(pdu.response({ command_status: treatment, message_id: 'm1' }))
    })
  }
}
