/** A server-sent event. */
export interface ServerSentEvent {
  id: string | null
  name: string
  data: string
}

/** An event that does not end is no event. */
const charsMax = 4_194_304

/** Puts events together from text as it arrives, in pieces of any length. The comment `: time` becomes an event; other comments are ignored. */
export class EventStreamParser {
  #rest = ''

  /** The events that are whole by now. */
  take(text: string): ServerSentEvent[] {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n')
    this.#rest = blocks.pop() ?? ''
    if (this.#rest.length > charsMax) throw new Error('an event is too long')
    return blocks.map(eventOf).filter((event) => event !== null)
  }
}

const eventOf = (block: string): ServerSentEvent | null => {
  const event: ServerSentEvent = { id: null, name: '', data: '' }
  for (const line of block.split('\n')) {
    const [, time] = /^: time (\S+)$/.exec(line) ?? []
    if (time !== undefined) return { id: null, name: 'time', data: time }
    const at = line.indexOf(':')
    if (at <= 0) continue
    const value = line.slice(line[at + 1] === ' ' ? at + 2 : at + 1)
    const field = line.slice(0, at)
    if (field === 'id') event.id = value
    else if (field === 'event') event.name = value
    else if (field === 'data') event.data += event.data === '' ? value : `\n${value}`
  }
  return event.id === null && event.name === '' ? null : event
}
