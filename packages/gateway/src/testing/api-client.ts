import { createHash } from 'node:crypto'

/** Asks a running gateway, logged in. */
export class ApiClient {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async get(path: string): Promise<unknown> {
    return this.#answer(await fetch(`${this.#url}api/${path}`, { headers: this.#headers }))
  }

  async post(path: string, body: object = {}): Promise<unknown> {
    const init = { method: 'POST', headers: this.#headers, body: JSON.stringify(body) }
    return this.#answer(await fetch(`${this.#url}api/${path}`, init))
  }

  /** Does the token still open? */
  async isOpen(): Promise<boolean> {
    const response = await fetch(`${this.#url}api/identify/`, { headers: this.#headers }).catch(() => undefined)
    await response?.text()
    return response?.status === 200
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, connection: 'close' }
  }

  async #answer(response: Response): Promise<unknown> {
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    return JSON.parse(text)
  }
}

/** Logs in as the contract says. */
export const enter = async (url: string, username: string, password: string): Promise<ApiClient> => {
  const saltResponse = await fetch(`${url}api/login/salt/`)
  const { salt } = (await saltResponse.json()) as { salt: string }
  const proof = createHash('sha1').update(`${username}${password}${salt}`).digest('hex')
  const body = JSON.stringify({ username, password: proof })
  const response = await fetch(`${url}api/login/`, { method: 'POST', body, headers: { connection: 'close' } })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  return new ApiClient(url, token)
}
