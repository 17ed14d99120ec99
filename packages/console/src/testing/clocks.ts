import type { Page } from 'playwright-core'

/** Sets the clock of the computer: the page's `Date` is wrong from its start, while its timers run as usual. */
export const setComputerClock = (page: Page, aheadMs: number): Promise<unknown> =>
  page.addInitScript((ms) => {
    const RealDate = Date
    const now = (): number => RealDate.now() + ms
    window.Date = new Proxy(RealDate, {
      construct: (target, values: unknown[]) =>
        Reflect.construct(target, values.length === 0 ? [now()] : values) as Date,
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }, aheadMs)

/** Sets the clock of the server, as the page receives it. */
export const setServerClock = (page: Page, aheadMs: number): Promise<unknown> =>
  page.addInitScript((ms) => {
    const realFetch = window.fetch
    const shifted = (time: string): Date => new Date(Date.parse(time) + ms)
    const timeComment = /(?<=^: time )\S+/gm
    window.fetch = async (...request) => {
      const response = await realFetch(...request)
      const headers = new Headers(response.headers)
      const date = headers.get('date')
      if (date !== null) headers.set('date', shifted(date).toUTCString())
      const isStream = headers.get('content-type') === 'text/event-stream'
      if (!isStream || response.body === null) return new Response(response.body, { status: response.status, headers })
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(
          new TransformStream<string, string>({
            transform: (text, to) => to.enqueue(text.replace(timeComment, (time) => shifted(time).toISOString())),
          }),
        )
        .pipeThrough(new TextEncoderStream())
      return new Response(events, { status: response.status, headers })
    }
  }, aheadMs)
