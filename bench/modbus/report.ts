import { type Goal, table } from '../kit/print.ts'
import type { Figures, Pairing } from './measure.ts'
import type { SocketFigures } from './sockets.ts'

export const sequential = 1
export const deep = 16

/** Figures by who asked whom, and how deep. */
export class Results {
  readonly #rows: readonly (Pairing & Figures)[]

  constructor(pairings: readonly Pairing[], figures: readonly Figures[]) {
    const { NaN: none } = Number
    const nothing = { perSecond: none, clientMicros: none, serverMicros: none, clientBytes: none, serverBytes: none }
    this.#rows = pairings.map((pairing, index) => ({ ...pairing, ...(figures[index] ?? nothing) }))
  }

  /** All of them. */
  table(): string {
    const head = ['client', 'server', 'deep', 'requests/s', 'client us', 'server us', 'client bytes', 'server bytes']
    return table([
      head,
      ...this.#rows.map(
        ({ client, server, depth, perSecond, clientMicros, serverMicros, clientBytes, serverBytes }) => [
          client.name,
          server.name,
          `${depth}`,
          perSecond.toFixed(0),
          clientMicros.toFixed(1),
          serverMicros.toFixed(1),
          shown(clientBytes),
          shown(serverBytes),
        ],
      ),
    ])
  }

  /** A figure of one pairing over the same figure of another. */
  ratio(figure: keyof Figures, depth: number, over: string, under: string): number {
    return this.#figure(figure, depth, over) / this.#figure(figure, depth, under)
  }

  /** `names` is client and server. */
  #figure(figure: keyof Figures, depth: number, names: string): number {
    const row = this.#rows.find(
      ({ client, server, depth: at }) => at === depth && `${client.name} > ${server.name}` === names,
    )
    return row?.[figure] ?? Number.NaN
  }
}

const shown = (bytes: number): string => (Number.isNaN(bytes) ? '' : bytes.toFixed(0))

const ours = 'busbar > busbar'
const theirClient = 'modbus-serial > busbar'
const theirServer = 'busbar > modbus-serial'

export const ratios = (results: Results): Goal[] => {
  const client = (depth: number): number => results.ratio('clientMicros', depth, ours, theirClient)
  const server = (depth: number): number => results.ratio('perSecond', depth, ours, theirServer)
  return [
    { what: 'client CPU, busbar / modbus-serial, sequential', value: client(sequential), wants: { atMost: 0.7 } },
    { what: `client CPU, busbar / modbus-serial, ${deep} deep`, value: client(deep), wants: { atMost: 0.7 } },
    { what: 'server requests/s, busbar / modbus-serial, sequential', value: server(sequential), wants: { atLeast: 5 } },
    { what: `server requests/s, busbar / modbus-serial, ${deep} deep`, value: server(deep), wants: { atLeast: 5 } },
  ]
}

/** How far we are from sockets that know nothing of Modbus. */
export const floors = (results: Results): string =>
  table(
    [sequential, deep].flatMap((depth) => [
      [
        `client CPU, busbar / raw socket, ${depth} deep`,
        results.ratio('clientMicros', depth, ours, 'raw socket > busbar').toFixed(2),
      ],
      [
        `server CPU, busbar / raw socket, ${depth} deep`,
        results.ratio('serverMicros', depth, ours, 'busbar > raw socket').toFixed(2),
      ],
    ]),
  )

const kilobyte = 1024

export const sockets = (count: number, { clientBytes, serverBytes, answered }: SocketFigures): Goal[] => {
  const memory = (what: string, bytes: number): Goal => ({
    what: `memory per socket, ${count} sockets, ${what}`,
    value: bytes / kilobyte,
    unit: ' KB',
    wants: { below: 60 },
  })
  return [
    memory('client', clientBytes),
    memory('server', serverBytes),
    { what: `of ${count} sockets, those that answer afterwards`, value: answered, wants: { atLeast: count } },
  ]
}
