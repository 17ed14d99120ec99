const pageMax = 1000

/** What the service said on its live stream: every value by parameter and time. What is told there is stored. */
export class LiveLog {
  /** `<parameter> <time>` and its value. */
  readonly told = new Map<string, string>()
  /** The parameters of each device, as far as they were heard of. */
  readonly paramIds = new Set<string>()
  doubled = 0

  /** Listens until `polls` more were told or the stream ends. */
  async listen(url: string, headers: Readonly<Record<string, string>>, polls: number): Promise<void> {
    const response = await fetch(url, { headers })
    if (response.status !== 200 || response.body === null)
      throw new Error(`the live stream answered ${response.status}`)
    let text = ''
    let heard = 0
    for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
      text += bytes
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) heard += this.#take(event)
      if (heard >= polls) return
    }
  }

  /** What was told and is not stored, how much is stored, and what of it twice. `read` gives the newest up to a time, oldest first. */
  async compare(
    read: (
      paramId: number,
      till: Date | undefined,
      most: number,
    ) => Promise<readonly (readonly [on: string, value: number])[]>,
  ): Promise<{ stored: number; missing: string[]; twice: number }> {
    const stored = new Map<string, number>()
    let twice = 0
    for (const paramId of this.paramIds) {
      for (let till: Date | undefined; ; ) {
        const page = await read(Number(paramId), till, pageMax)
        const last = till?.toISOString()
        for (const [on, value] of page.filter(([time]) => time !== last)) {
          if (stored.has(`${paramId} ${on}`)) twice += 1
          stored.set(`${paramId} ${on}`, value)
        }
        if (page.length < pageMax) break
        till = new Date(page[0]?.[0] ?? 0)
      }
    }
    const missing = [...this.told]
      .filter(([place, value]) => stored.get(place) !== Number(value))
      .map(([place]) => place)
    return { stored: stored.size, missing, twice }
  }

  #take(event: string): number {
    const [, name] = /^event: (.*)$/m.exec(event) ?? []
    const [, data] = /^data: (.*)$/m.exec(event) ?? []
    if (name !== 'readings' || data === undefined) return 0
    const { readOn, values } = JSON.parse(data) as { readOn: string; values: Record<string, string> }
    for (const [paramId, value] of Object.entries(values)) {
      const key = `${paramId} ${readOn}`
      if (this.told.has(key)) this.doubled += 1
      this.told.set(key, value)
      this.paramIds.add(paramId)
    }
    return 1
  }
}
