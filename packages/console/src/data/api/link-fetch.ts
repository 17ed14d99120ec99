export interface LinkFetchOptions {
  fetch: typeof fetch
  /** The token of the share link by which the page is looked at. */
  token: () => string | null
  /** Where a refusal has its code. */
  codeField: string
  /** The service takes the link no longer. */
  onEnd: (token: string) => void
}

/** Sends requests by a share link. That it has ended is told, whichever request hears it first. */
export const linkFetch =
  ({ fetch: send, token, codeField, onEnd }: LinkFetchOptions): typeof fetch =>
  async (input, init) => {
    const sentBy = token()
    const response = await send(input, init)
    if (sentBy === null || response.status !== 401) return response
    const body = (await response
      .clone()
      .json()
      .catch(() => null)) as Record<string, unknown> | null
    if (body?.[codeField] === 'IncorrectAuthToken') onEnd(sentBy)
    return response
  }
