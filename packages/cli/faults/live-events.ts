/** The live stream of an organization. */
export interface LiveStream {
  /** URL of the service, or of the proxy before it. */
  url: string
  orgId: number
  token: string
}

/** Its events as they come, each as its lines, until it ends. */
export async function* liveEvents({ url, orgId, token }: LiveStream): AsyncGenerator<string> {
  const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
  const response = await fetch(`${url}org/${orgId}/live/`, { headers })
  if (response.status !== 200 || response.body === null) throw new Error(`the live stream answered ${response.status}`)
  let text = ''
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    yield* events
  }
}
