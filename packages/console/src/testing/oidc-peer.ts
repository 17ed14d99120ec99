import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Starts npm `oidc-provider` with its own pages: any password is accepted. `groups` lists the groups of each user. */
export const startOidcPeer = async (
  redirectUri: string,
  groups: Readonly<Record<string, string[]>>,
): Promise<{ settings: object; stop: () => void }> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'busbar', client_secret: 'secret', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: sub, email: `${sub}@example.org`, email_verified: true, groups: groups[sub] ?? [] }),
    }),
    cookies: { keys: ['only for tests'] },
  })
  const answer = provider.callback()
  server.on('request', (request, reply) => void answer(request, reply))
  return {
    settings: { id: 'sso', name: 'Works SSO', issuer, clientId: 'busbar', clientSecret: 'secret' },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
