/** Polls that were told on a live stream, by device and time. What is told there is stored. */
export class ToldPolls {
  readonly keys = new Set<string>()
  doubled = 0

  /** Until the stream ends. */
  async listen(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(url, { headers })
    if (response.status !== 200 || response.body === null)
      throw new Error(`the live stream answered ${response.status}`)
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#take(event)
    }
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
