import { type LiveStream, liveEvents } from '../../live-events.ts'

/** Polls of a live stream, by device and time. A streamed poll must be stored. */
export class StreamedPolls {
  readonly keys = new Set<string>()
  doubled = 0

  /** Until the stream ends. */
  async listen(stream: LiveStream): Promise<void> {
    for await (const event of liveEvents(stream)) this.#take(event)
  }

  #take(event: string): void {
    if (!event.includes('event: readings')) return
    const [, deviceId, readOn] = /"deviceId":(\d+),"readOn":"([^"]+)"/.exec(event) ?? []
    if (deviceId === undefined) return
    const key = `${deviceId} ${readOn}`
    if (this.keys.has(key)) this.doubled += 1
    this.keys.add(key)
  }
}
