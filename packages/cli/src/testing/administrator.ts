import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'

/** Asks a gateway's API: posts what is given to be sent. */
export type GatewayClient = (path: string, sent?: object) => Promise<unknown>

/** The gateway's API, asked by its administrator. */
export const logInAsAdmin = async (url: string, password: string): Promise<GatewayClient> => {
  const { salt } = (await (await fetch(`${url}api/login/salt/`)).json()) as { salt: string }
  const proof = createHash('sha1').update(`admin${password}${salt}`).digest('hex')
  const body = JSON.stringify({ username: 'admin', password: proof })
  const { token } = (await (await fetch(`${url}api/login/`, { method: 'POST', body })).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  return async (path, sent) => {
    const init = sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) }
    const response = await fetch(`${url}api/${path}`, init)
    assert.equal(response.status, 200, await response.clone().text())
    return response.json()
  }
}
